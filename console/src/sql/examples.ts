/** Statements to begin with; each runs on whatever an account has searched. */
export const EXAMPLES = [
  {
    title: 'Homes by type',
    sql: `select property_type, count(*) as homes, median(list_price.amount) as median_price
from listings
where list_price.amount is not null
group by property_type
order by homes desc`,
  },
  {
    title: 'Sales by month',
    sql: `select strftime(sold_date, '%Y-%m') as month, count(*) as sales, median(sale_price.amount) as median_price
from sold
where sold_date is not null
group by month
order by month`,
  },
  {
    title: 'Listed for two months',
    sql: `select address.line1 as street, address.zip as zip, list_price.amount as price, days_on_market
from listings
where status = 'for_sale' and days_on_market > 60
order by days_on_market desc
limit 50`,
  },
  {
    title: 'Homes at several sources',
    sql: `select sources, count(*) as homes
from (select home_id, count(distinct source) as sources from homes group by home_id)
group by sources
order by sources`,
  },
  { title: 'What listings hold', sql: 'summarize listings' },
] as const;

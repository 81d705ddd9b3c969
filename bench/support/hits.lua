-- wrk's side of a hit: one search under many API keys in turn.
-- Arguments: file of keys (a line each), path, accept-encoding ("identity": none sent), first key.
local requests, count, at = {}, 0, 0

function init(args)
  local headers = {}
  if args[3] ~= "identity" then headers["Accept-Encoding"] = args[3] end
  for key in io.lines(args[1]) do
    headers["Authorization"] = "Bearer " .. key
    count = count + 1
    requests[count] = wrk.format("GET", args[2], headers)
  end
  at = tonumber(args[4])
end

function request()
  at = at % count + 1
  return requests[at]
end

-- Answers above 399 are in errors.status; times are microseconds.
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"answers":%d,"us":%d,"bytes":%d,"refused":%d,"broken":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration, summary.bytes, e.status,
    e.connect + e.read + e.write + e.timeout, latency:percentile(50), latency:percentile(99)))
end

/** A document with the part between two comments printed again; throws unless both are there. */
export function withPart(document: string, begin: string, end: string, text: string): string {
  const [before, rest, ...moreBegins] = document.split(begin);
  const at = rest?.indexOf(end) ?? -1;
  if (before === undefined || rest === undefined || at < 0 || moreBegins.length > 0) {
    throw new Error(`The document must hold "${begin}" and "${end}", once and in this order.`);
  }
  return `${before}${begin}\n\n${text}\n\n${rest.slice(at)}`;
}

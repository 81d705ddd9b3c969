/**
 * The script of the documents at /docs: the search, the tabs of code, the theme. It imports
 * nothing, since the documents are also served where there is no console.
 */

interface Section {
  /** Address of the page. */
  readonly href: string;
  readonly page: string;
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

const SHOWN_MAX = 12;
const EXCERPT_CHARS = 140;
const LANGUAGE_STORED_AS = 'rowhouse-language';
const THEME_STORED_AS = 'rowhouse-theme';
const THEMES = ['system', 'light', 'dark'] as const;

/** The address in the documents' examples. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:8080';
/** The key in them, as curl and the environment name it. */
const EXAMPLE_KEYS = /"?\$\{?(?:ROWHOUSE_API_KEY|KEY)\}?"?|rh_live_…/g;
const SAID_MS = 2_000;

// The reference was at /docs: its addresses of operations still lead there.
if (location.hash.startsWith('#?route=')) location.replace(`/docs/reference${location.hash}`);
void findPlace();
addThemeButton();
addSearch();
addTabs();
addOwnAddress();
addCopyButtons();

/** Leads to a place of the reference that another page of it has, as old addresses name them. */
async function findPlace(): Promise<void> {
  const place = decodeURIComponent(location.hash.slice(1));
  if (!location.pathname.startsWith('/docs/api') || place === '') return;
  if (document.getElementById(place) !== null) return;
  const plain = place.replace(/\W+/g, '-');
  const sections = (await loadSections()).filter(({ href }) => href.startsWith('/docs/api'));
  const found =
    sections.find(({ id }) => id === place) ??
    sections.find(({ heading }) => heading.toLowerCase().replace(/\W+/g, '-') === plain) ??
    sections.find(({ id }) => id.startsWith(`${place}_`));
  if (found !== undefined) location.replace(`${found.href}#${found.id}`);
}

async function loadSections(): Promise<readonly Section[]> {
  return (await fetch('/docs/search.json')).json();
}

/** The console's own setting, in the same place. */
function addThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme');
  if (button === null) return;
  const current = () => localStorage.getItem(THEME_STORED_AS) ?? 'system';
  const show = () => {
    button.textContent = `Theme: ${current()}`;
  };
  button.addEventListener('click', () => {
    const at = THEMES.findIndex((theme) => theme === current());
    const theme = THEMES[(at + 1) % THEMES.length] ?? 'system';
    localStorage.setItem(THEME_STORED_AS, theme);
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    show();
  });
  show();
}

function addSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[role="search"]');
  const input = form?.querySelector('input');
  const found = document.querySelector<HTMLElement>('#found');
  if (!form || !input || !found) return;
  let sections: Promise<readonly Section[]> | null = null;
  const load = () => {
    sections ??= loadSections();
    return sections;
  };
  const close = () => {
    found.hidden = true;
  };
  const update = async () => {
    const words = wordsOf(input.value);
    if (words.length === 0) return close();
    const hits = search(await load(), words);
    // A slower answer to an earlier text is dropped.
    if (wordsOf(input.value).join(' ') === words.join(' ')) showHits(found, hits, words);
  };
  input.addEventListener('input', () => void update());
  input.addEventListener('focus', () => void load());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => moveInHits(event, input, found));
  found.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Every section that has all words, those that have them in the heading first. */
function search(sections: readonly Section[], words: readonly string[]): Section[] {
  const scored = sections.flatMap((section) => {
    const heading = section.heading.toLowerCase();
    const page = section.page.toLowerCase();
    const text = section.text.toLowerCase();
    let score = 0;
    for (const word of words) {
      const inWord = heading.split(/[^a-z0-9_]+/).includes(word)
        ? 8
        : heading.includes(word)
          ? 5
          : 0;
      const here = inWord + (page.includes(word) ? 2 : 0) + (text.includes(word) ? 1 : 0);
      if (here === 0) return [];
      score += here;
    }
    return [{ section, score }];
  });
  return scored.sort((a, b) => b.score - a.score).map(({ section }) => section);
}

function showHits(found: HTMLElement, hits: readonly Section[], words: readonly string[]): void {
  const [status, list] = [found.querySelector('p'), found.querySelector('ol')];
  if (status === null || list === null) return;
  status.textContent = countOf(hits.length);
  list.replaceChildren(
    ...hits.slice(0, SHOWN_MAX).map((section) => {
      const link = document.createElement('a');
      link.href = `${section.href}#${section.id}`;
      const title = document.createElement('b');
      title.append(...marked(section.heading, words));
      const page = document.createElement('span');
      page.textContent = section.page;
      const excerpt = document.createElement('small');
      excerpt.append(...marked(excerptOf(section.text, words), words));
      link.append(title, page, excerpt);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  found.hidden = false;
}

function countOf(hits: number): string {
  if (hits === 0) return 'Nothing found';
  if (hits > SHOWN_MAX) return `The first ${SHOWN_MAX} of ${hits} places`;
  return hits === 1 ? '1 place' : `${hits} places`;
}

/** The text around the first word that is in it. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start =
    first < EXCERPT_CHARS / 2 ? 0 : text.lastIndexOf(' ', first - EXCERPT_CHARS / 3) + 1;
  const end = text.indexOf(' ', start + EXCERPT_CHARS);
  return `${start > 0 ? '… ' : ''}${end < 0 ? text.slice(start) : `${text.slice(start, end)} …`}`;
}

/** The text with the words in marks. */
function marked(text: string, words: readonly string[]): Node[] {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.split(new RegExp(`(${escaped.join('|')})`, 'i')).map((part, at) => {
    if (at % 2 === 0) return document.createTextNode(part);
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

/** Arrows move between the field and the links, Escape goes back to the field and closes. */
function moveInHits(event: KeyboardEvent, input: HTMLInputElement, found: HTMLElement): void {
  if (event.key === 'Escape') {
    if (!found.hidden) event.preventDefault();
    found.hidden = true;
    input.focus();
    return;
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || found.hidden) return;
  event.preventDefault();
  const stops: HTMLElement[] = [input, ...found.querySelectorAll('a')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}

/** One language at a time, the same on every page; without scripts all of them are shown. */
function addTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('.tabs button')];
  const { dataset } = document.documentElement;
  const show = () => {
    for (const tab of tabs)
      tab.setAttribute('aria-pressed', String(tab.textContent === dataset.language));
  };
  const names = tabs.map(({ textContent }) => textContent);
  if (!names.includes(dataset.language ?? '')) dataset.language = names[0] ?? 'curl';
  for (const tab of tabs)
    tab.addEventListener('click', () => {
      const { top } = tab.getBoundingClientRect();
      dataset.language = tab.textContent ?? '';
      localStorage.setItem(LANGUAGE_STORED_AS, dataset.language);
      show();
      // Blocks above differ in height by language: what was clicked stays where it is.
      window.scrollBy(0, tab.getBoundingClientRect().top - top);
    });
  show();
}

/** Examples that are copied from here lead to this service, wherever it runs. */
function addOwnAddress(): void {
  if (location.origin === EXAMPLE_ADDRESS) return;
  for (const code of document.querySelectorAll('pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      text.nodeValue = text.nodeValue?.replaceAll(EXAMPLE_ADDRESS, location.origin) ?? null;
  }
}

/** The key that the console uses: of this tab, of its link, or of this browser. Never shown. */
function ownKey(): string | null {
  return (
    sessionStorage.getItem('rowhouse-key') ??
    sessionStorage.getItem('rowhouse-demo-key') ??
    rememberedKey()
  );
}

function rememberedKey(): string | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem('rowhouse-key') ?? 'null');
    return typeof kept === 'string' ? kept : null;
  } catch {
    return null;
  }
}

function addCopyButtons(): void {
  for (const block of document.querySelectorAll('pre[data-language]')) {
    const button = document.createElement('button');
    const text = block.querySelector('code')?.textContent ?? '';
    const key = ownKey();
    const label = key !== null && EXAMPLE_KEYS.test(text) ? 'Copy with your key' : 'Copy';
    EXAMPLE_KEYS.lastIndex = 0;
    button.type = 'button';
    button.className = 'copy';
    button.textContent = label;
    button.addEventListener('click', () => {
      const copied =
        key === null ? text : text.replace(EXAMPLE_KEYS, (name) => quotedLike(name, key));
      // Plain HTTP pages have no clipboard.
      const copying = async () => navigator.clipboard.writeText(copied);
      copying().then(
        () => said(button, 'Copied', label),
        () => {
          getSelection()?.selectAllChildren(block);
          said(button, 'Press Ctrl-C', label);
        },
      );
    });
    const holder = document.createElement('div');
    holder.className = 'copied';
    block.replaceWith(holder);
    holder.append(button, block);
  }
}

/** A variable may stand in quotes of its own. */
function quotedLike(name: string, key: string): string {
  return name.startsWith('"') && name.endsWith('"')
    ? `"${key}"`
    : name.replace(/\$\{?\w+\}?|rh_live_…/, key);
}

function said(button: HTMLButtonElement, word: string, then: string): void {
  button.textContent = word;
  setTimeout(() => {
    button.textContent = then;
  }, SAID_MS);
}

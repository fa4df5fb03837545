/**
 * Finds the JSON objects in a response that has other text around them: warnings, debug output, the comment of a cache
 * plugin, closing tags. Each character is read a fixed number of times at most, since the text may be megabytes.
 */

interface JsonInText {
  /** The objects at the outermost level, as text; an object inside another one is never among them. */
  readonly objects: readonly string[];
  /** The text ends inside an object. */
  readonly truncated: boolean;
}

/** More than these many are a log, not a response. */
const maxObjects = 50;
/** Deeper than any response; beyond it the parser itself may run out of stack. */
const maxDepth = 500;

/** Opens what is not shown as text; the name is that of an element that has to be closed. */
const hiddenStart = '<!--|<(script|style|template|textarea)\\b';
/** Begins a document in HTML. What follows are its contents, such as a sample in a manual, and no response. */
const pageStart = '<(?:!doctype|html|head|title|body)\\b';

export function findJson(text: string): JsonInText {
  const stops = new RegExp(`[{[]|${hiddenStart}|${pageStart}`, 'gi');
  const objects: string[] = [];
  while (objects.length < maxObjects) {
    const stop = stops.exec(text);
    if (stop === null) break;
    const [mark, element] = stop;
    if (mark === '{' || mark === '[') {
      const { state, end } = readValue(text, stop.index);
      if (state === 'truncated') return { objects, truncated: true };
      if (state === 'complete' && mark === '{' && standsAlone(text, stop.index))
        objects.push(text.slice(stop.index, end));
      stops.lastIndex = end;
    } else {
      const end = mark === '<!--' || element !== undefined ? endOfHidden(text, stop.index, element) : -1;
      // A page, or something that is never closed, and then hides all the rest.
      if (end < 0) break;
      stops.lastIndex = end;
    }
  }
  return { objects, truncated: false };
}

function endOfHidden(text: string, start: number, element: string | undefined): number {
  if (element === undefined) return text.indexOf('-->', start);
  const closing = new RegExp(`</${element}`, 'gi');
  closing.lastIndex = start;
  return closing.exec(text)?.index ?? -1;
}

/** A value in program text, an argument or an attribute is a part of something else. */
function standsAlone(text: string, index: number): boolean {
  let before = index - 1;
  while (text[before] === ' ' || text[before] === '\t') before--;
  return !/[=(:,'"`]/.test(text[before] ?? '');
}

interface ReadValue {
  readonly state: 'complete' | 'truncated' | 'none';
  /** The index at which the search continues. */
  readonly end: number;
}

/**
 * Reads the object or list that begins here, only as exactly as is needed to know where it ends. What turns out to be
 * none after its first key is passed over as far as it was read, so that nothing inside it is taken for a response.
 */
function readValue(text: string, start: number): ReadValue {
  const closers: string[] = [];
  let hasKey = false;
  let before = '';
  let at = start;
  const isList = text[start] === '[';
  const none = (): ReadValue => ({
    state: 'none',
    end: hasKey || isList ? Math.max(at, start + 1) : start + 1,
  });
  while (at < text.length) {
    const token = text[at] ?? '';
    if (/\s/.test(token)) {
      at++;
      continue;
    }
    if (before === '{' && token !== '"' && token !== '}') return none();
    if (before === 'key' && token !== ':') return none();
    let next: number | null = at + 1;
    let kind = token;
    if (token === '{' || token === '[') closers.push(token === '{' ? '}' : ']');
    else if (token === '}' || token === ']') {
      if (closers.pop() !== token) return none();
      if (closers.length === 0) return { state: 'complete', end: next };
    } else if (token === '"') {
      if (before === '{' || (before === ',' && closers.at(-1) === '}')) kind = 'key';
      next = endOfString(text, at);
    } else if (token !== ':' && token !== ',') next = endOfScalar(text, at);
    if (next === null || closers.length > maxDepth) return none();
    hasKey ||= token === ':';
    before = kind;
    at = next;
  }
  // Text that merely ends with a brace was no response that broke off.
  return start === 0 || (hasKey && !isList) ? { state: 'truncated', end: at } : none();
}

/** Behind the closing quote, or behind the text if there is none; `null` for a line break or the like, which JSON escapes. */
function endOfString(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) at++;
    else if (code < 0x20) return null;
  }
  return text.length;
}

/** Behind a number, `true`, `false` or `null`, also one that the end of the text cuts off; `null` for any other word. */
function endOfScalar(text: string, start: number): number | null {
  const word = /[\w.+-]+/y;
  word.lastIndex = start;
  const found = word.exec(text)?.[0] ?? '';
  const end = start + found.length;
  if (end === text.length && found !== '') return end;
  return /^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(found) ? end : null;
}

/**
 * Counts work instead of measuring time: each character that a regular expression looks at, backtracking included, and
 * each that a search of a string passes. A small backtracking matcher, as browsers' engines are, counts; the native one
 * gives the results, so that what is counted is what the code really does.
 */

type Matcher = (at: number, rest: (at: number) => boolean) => boolean;

class TooMuch extends Error {}

const native = { exec: RegExp.prototype.exec };
const isMatch = (expression: RegExp, text: string) => native.exec.call(expression, text) !== null;

let spent = 0;
let most = Infinity;

function spend(count = 1): void {
  spent += count;
  if (spent > most) throw new TooMuch(`more than ${most} steps`);
}

/** With the flag `v`: a class in which other ones stand, and in these no more than one level. */
const nestedClass = /^\[(?:\\.|\[(?:\\.|\[(?:\\.|[^\]\\])*\]|[^[\]\\])*\]|[^[\]\\])*\]/su;

/** One expression, compiled into steps that call each other. */
class Counted {
  readonly #source: string;
  readonly #unicode: boolean;
  readonly #nestsClasses: boolean;
  readonly #atomFlags: string;
  readonly #multiline: boolean;
  readonly #match: Matcher;
  readonly #anchored: boolean;
  #at = 0;
  #groups = 0;
  #text = '';
  #captured: (string | undefined)[] = [];

  constructor({ source, flags }: RegExp) {
    this.#source = source;
    this.#unicode = /[uv]/u.test(flags);
    this.#nestsClasses = flags.includes('v');
    this.#atomFlags = flags.replaceAll(/[gydm]/gu, '');
    this.#multiline = flags.includes('m');
    this.#match = this.#alternatives();
    if (this.#at < source.length) throw new Error(`not understood: ${source} at ${this.#at}`);
    this.#anchored = !this.#multiline && /^\^[^|]*$/u.test(source);
  }

  run(text: string, from: number, sticky: boolean): void {
    this.#text = text;
    for (let start = from; start <= text.length; start++) {
      spend();
      this.#captured = [];
      if (this.#match(start, () => true) || sticky || this.#anchored) return;
    }
  }

  #alternatives(): Matcher {
    const all = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      all.push(this.#sequence());
    }
    const [only] = all;
    if (all.length === 1 && only) return only;
    return (at, rest) => all.some((one) => one(at, rest));
  }

  #sequence(): Matcher {
    const parts: Matcher[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? ''))
      parts.push(this.#term());
    return parts.reduceRight<Matcher>(
      (after, one) => (at, rest) => one(at, (next) => after(next, rest)),
      (at, rest) => rest(at),
    );
  }

  #term(): Matcher {
    const from = this.#at;
    const [one, width] = this.#single();
    const [, low, open, high, lazy] =
      /^(?:\*|\+|\?|\{(\d+)(,?)(\d*)\})(\??)/u.exec(this.#source.slice(this.#at)) ?? [];
    const sign = this.#source[this.#at] ?? '';
    if (lazy === undefined || this.#at === from) return one;
    this.#at += (/^(?:[*+?]|\{[\d,]+\})\??/u.exec(this.#source.slice(this.#at)) ?? [''])[0].length;
    const least = low === undefined ? Number(sign === '+') : Number(low);
    const limit =
      low === undefined
        ? sign === '?'
          ? 1
          : Infinity
        : open === ''
          ? least
          : high === ''
            ? Infinity
            : Number(high);
    return width === null
      ? this.#repeated(one, least, limit, lazy === '?')
      : this.#run(width, least, limit, lazy === '?');
  }

  /** Of single characters: without recursion, for there may be a million. */
  #run(width: (at: number) => number, least: number, limit: number, lazy: boolean): Matcher {
    return (from, rest) => {
      let at = from;
      let count = 0;
      const step = () => {
        spend();
        const wide = count < limit ? width(at) : 0;
        at += wide;
        count += Number(wide > 0);
        return wide > 0;
      };
      if (lazy) {
        for (;;) {
          if (count >= least && rest(at)) return true;
          if (!step()) return false;
        }
      }
      while (step());
      for (; count >= least; count--) {
        if (rest(at)) return true;
        spend();
        at -= this.#unicode && isPair(this.#text, at - 2) ? 2 : 1;
      }
      return false;
    };
  }

  #repeated(one: Matcher, least: number, limit: number, lazy: boolean): Matcher {
    const more =
      (count: number): Matcher =>
      (at, rest) => {
        spend();
        const again = () =>
          count < limit &&
          one(at, (next) => (next === at && count >= least ? false : more(count + 1)(next, rest)));
        if (count < least) return again();
        return lazy ? rest(at) || again() : again() || rest(at);
      };
    return more(0);
  }

  /** @returns and the width of the character at a place (0: no match), for what is one character */
  #single(): readonly [Matcher, ((at: number) => number) | null] {
    const rest = this.#source.slice(this.#at);
    if (rest.startsWith('(')) return [this.#group(rest), null];
    if (rest.startsWith('^'))
      return this.#place(1, (at) => at === 0 || (this.#multiline && this.#text[at - 1] === '\n'));
    if (rest.startsWith('$'))
      return this.#place(1, (at) => at === this.#text.length || (this.#multiline && this.#text[at] === '\n'));
    const [edge] = /^\\[bB]/u.exec(rest) ?? [];
    if (edge !== undefined) {
      const isWord = (at: number) => /\w/u.test(this.#text[at] ?? '');
      return this.#place(2, (at) => (isWord(at - 1) !== isWord(at)) === (edge === '\\b'));
    }
    const [, back] = /^\\([1-9])/u.exec(rest) ?? [];
    if (back !== undefined) {
      this.#at += 2;
      const matcher: Matcher = (at, then) => {
        const said = (this.#captured[Number(back)] ?? '').toLowerCase();
        spend(said.length + 1);
        return this.#text.slice(at, at + said.length).toLowerCase() === said && then(at + said.length);
      };
      return [matcher, null];
    }
    const [atom = ''] =
      (this.#nestsClasses && nestedClass.exec(rest)) ||
      /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|.)/isu.exec(
        rest,
      ) ||
      [];
    this.#at += atom.length;
    const width = this.#widthOf(atom);
    const matcher: Matcher = (at, then) => {
      spend();
      const wide = width(at);
      return wide > 0 && then(at + wide);
    };
    return [matcher, width];
  }

  #widthOf(atom: string): (at: number) => number {
    const expression = new RegExp(`^(?:${atom})$`, this.#atomFlags);
    const known = new Map<string, boolean>();
    return (at) => {
      if (at >= this.#text.length) return 0;
      const wide = this.#unicode && isPair(this.#text, at) ? 2 : 1;
      const character = wide === 1 ? (this.#text[at] ?? '') : this.#text.slice(at, at + 2);
      let is = known.get(character);
      if (is === undefined) known.set(character, (is = isMatch(expression, character)));
      return is ? wide : 0;
    };
  }

  #place(length: number, is: (at: number) => boolean): readonly [Matcher, null] {
    this.#at += length;
    return [
      (at, rest) => {
        spend();
        return is(at) && rest(at);
      },
      null,
    ];
  }

  #group(rest: string): Matcher {
    const [opening = '('] = /^\((?:\?(?:[:=!]|<[=!]))?/u.exec(rest) ?? [];
    this.#at += opening.length;
    const number = opening === '(' ? ++this.#groups : 0;
    const from = this.#at;
    const inner = this.#alternatives();
    const source = this.#source.slice(from, this.#at);
    this.#at += 1;
    switch (opening) {
      case '(?=':
      case '(?!':
        return (at, then) => inner(at, () => true) === (opening === '(?=') && then(at);
      case '(?<=':
      case '(?<!': {
        // None here looks back further than that.
        const [before, reach] = [new RegExp(`(?:${source})$`, this.#atomFlags), 64];
        return (at, then) => {
          spend(reach);
          const found = isMatch(before, this.#text.slice(Math.max(0, at - reach), at));
          return found === (opening === '(?<=') && then(at);
        };
      }
      default:
        return number === 0
          ? inner
          : (at, then) =>
              inner(at, (next) => {
                const before = this.#captured[number];
                this.#captured[number] = this.#text.slice(at, next);
                if (then(next)) return true;
                this.#captured[number] = before;
                return false;
              });
    }
  }
}

const isPair = (text: string, at: number): boolean => at >= 0 && (text.codePointAt(at) ?? 0) > 0xffff;

const compiled = new Map<string, Counted>();

function count(expression: RegExp, text: string): void {
  const key = `${expression.flags}/${expression.source}`;
  const counted = compiled.get(key) ?? new Counted(expression);
  compiled.set(key, counted);
  const from = expression.global || expression.sticky ? expression.lastIndex : 0;
  counted.run(text, from, expression.sticky);
}

/**
 * How many steps some work takes.
 *
 * @param limit more are given up with an error, so that what is quadratic does not run for minutes
 */
export function stepsOf(act: () => unknown, limit = Infinity): number {
  const { indexOf, lastIndexOf, includes, split } = String.prototype;
  [spent, most] = [0, limit];
  let busy = false;
  // oxlint-disable no-extend-native -- put back below
  RegExp.prototype.exec = function exec(this: RegExp, text: string) {
    if (!busy) {
      busy = true;
      try {
        count(this, text);
      } finally {
        busy = false;
      }
    }
    return native.exec.call(this, text);
  };
  const passed = (text: string, from: number, found: number) =>
    busy ? undefined : spend(1 + Math.abs((found < 0 ? text.length : found) - from));
  String.prototype.indexOf = function find(this: string, sought: string, from = 0) {
    const found = indexOf.call(this, sought, from);
    passed(this, from, found);
    return found;
  };
  String.prototype.lastIndexOf = function findLast(this: string, sought: string, from = Infinity) {
    const found = lastIndexOf.call(this, sought, from);
    passed(this, Math.min(from, this.length), Math.max(found, 0));
    return found;
  };
  String.prototype.includes = function has(this: string, sought: string, from = 0) {
    passed(this, from, indexOf.call(this, sought, from));
    return includes.call(this, sought, from);
  };
  try {
    act();
    return spent;
  } finally {
    RegExp.prototype.exec = native.exec;
    Object.assign(String.prototype, { indexOf, lastIndexOf, includes, split });
    // oxlint-enable no-extend-native
    most = Infinity;
  }
}

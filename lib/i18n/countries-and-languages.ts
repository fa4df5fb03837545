/** Countries and languages by name, in the person's language and in the service's, which is English. */
import { normalizeName, normalizeText } from '../text/normalize-text.ts';
import { uiLanguage } from './t.ts';

// ISO 3166-1 with Kosovo, and ISO 639-1: short lists that browsers have no call for.
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';
const languageCodes =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu';

/** What a field offers, shows and keeps: `kept` is what is sent. */
export interface Labelled {
  readonly kept: string;
  readonly shown: string;
}

const known = new Map<string, readonly Labelled[]>();

/** Naming hundreds takes a moment, so it happens once for each language. */
function once(list: string, make: (language: string) => Labelled[]): readonly Labelled[] {
  const language = uiLanguage();
  const key = `${list} ${language}`;
  const names = known.get(key) ?? make(language).sort((a, b) => a.shown.localeCompare(b.shown, language));
  known.set(key, names);
  return names;
}

export function countries(): readonly Labelled[] {
  return once('countries', (language) => {
    const [own, english] = [language, 'en'].map((one) => new Intl.DisplayNames(one, { type: 'region' }));
    return countryCodes
      .split(' ')
      .map((code) => ({ kept: english?.of(code) ?? code, shown: own?.of(code) ?? code }));
  });
}

/** Kept by their codes, which are shown as well. */
export function languages(): readonly Labelled[] {
  return once('languages', (language) => {
    const own = new Intl.DisplayNames(language, { type: 'language' });
    return languageCodes.split(' ').map((code) => ({ kept: code, shown: own.of(code) ?? code }));
  });
}

/**
 * With the names that the service was seen to use: its spelling of a known one is what is kept, any other is offered as it
 * is.
 */
export function mergeSuggestions(
  names: readonly Labelled[],
  learned: readonly string[],
): readonly Labelled[] {
  if (learned.length === 0) return names;
  const spelled = new Map(learned.map((name) => [normalizeName(name), name]));
  const known = new Set(names.flatMap(({ kept, shown }) => [normalizeName(kept), normalizeName(shown)]));
  return [
    ...names.map(({ kept, shown }) => ({ kept: spelled.get(normalizeName(kept)) ?? kept, shown })),
    ...learned.filter((name) => !known.has(normalizeName(name))).map((name) => ({ kept: name, shown: name })),
  ];
}

/** The value to send for a typed name; an unknown one is sent as typed. @param loosely ignores case and accents */
export function valueFor(names: readonly Labelled[], typed: string, loosely = false): string {
  const normalize = (text: string) => (loosely ? normalizeText(text.trim()) : text);
  const wanted = normalize(typed);
  const isWanted = (name: string) => normalize(name) === wanted;
  const found = names.find(({ shown }) => isWanted(shown)) ?? names.find(({ kept }) => isWanted(kept));
  return found?.kept ?? typed;
}

export function labelFor(names: readonly Labelled[], kept: string): string {
  return names.find((name) => name.kept === kept)?.shown ?? kept;
}

/** Countries and languages by name, in the user's language and in the service's, which is English. */
import { normalizeName, normalizeText } from '../text/normalize-text.ts';
import { memoize } from './format.ts';

// ISO 3166-1 with Kosovo, and ISO 639-1: short lists that browsers have no call for.
const countryCodes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';
const languageCodes =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu';

/** `value` is what is sent, `label` what a field shows. */
export interface Labeled {
  readonly value: string;
  readonly label: string;
}

const byLabel =
  (language: string) =>
  (one: Labeled, other: Labeled): number =>
    one.label.localeCompare(other.label, language);

export const countries = memoize((language): readonly Labeled[] => {
  const [own, english] = [language, 'en'].map((one) => new Intl.DisplayNames(one, { type: 'region' }));
  return countryCodes
    .split(' ')
    .map((code) => ({ value: english?.of(code) ?? code, label: own?.of(code) ?? code }))
    .sort(byLabel(language));
});

/** The service takes language codes. */
export const languages = memoize((language): readonly Labeled[] => {
  const own = new Intl.DisplayNames(language, { type: 'language' });
  return languageCodes
    .split(' ')
    .map((code) => ({ value: code, label: own.of(code) ?? code }))
    .sort(byLabel(language));
});

/**
 * Adds the names that the service has used: its spelling of a known one is sent, an unknown one is offered as it is.
 */
export function mergeSuggestions(names: readonly Labeled[], learned: readonly string[]): readonly Labeled[] {
  if (learned.length === 0) return names;
  const spelled = new Map(learned.map((name) => [normalizeName(name), name]));
  const known = new Set(names.flatMap(({ value, label }) => [normalizeName(value), normalizeName(label)]));
  return [
    ...names.map(({ value, label }) => ({ value: spelled.get(normalizeName(value)) ?? value, label })),
    ...learned
      .filter((name) => !known.has(normalizeName(name)))
      .map((name) => ({ value: name, label: name })),
  ];
}

/** The value to send for a typed name; an unknown one is sent as typed. @param loosely ignores case and accents */
export function valueFor(names: readonly Labeled[], typed: string, loosely = false): string {
  const normalize = (text: string) => (loosely ? normalizeText(text.trim()) : text);
  const wanted = normalize(typed);
  const isWanted = (name: string) => normalize(name) === wanted;
  const found = names.find(({ label }) => isWanted(label)) ?? names.find(({ value }) => isWanted(value));
  return found?.value ?? typed;
}

export function labelFor(names: readonly Labeled[], value: string): string {
  return names.find((name) => name.value === value)?.label ?? value;
}

import { foldText, romajiOfKana } from '../../platform/search-text.ts'

/** Keys under which something is found by typing the beginning of its surface, its reading or its romaji. */

const unique = (keys: string[]): string[] => [...new Set(keys)].filter((key) => key !== '').map((key) => key.slice(0, 80))

const ofReading = (kana: string | null): string[] => (kana ? [foldText(kana), romajiOfKana(kana)] : [])

/** 補助金・助成金 is found by either half. */
export const topicKeys = (topic: { name: string; kana: string; synonyms: readonly string[] }): string[] =>
	unique([foldText(topic.name), ...topic.name.split('・').map(foldText), ...ofReading(topic.kana), ...topic.synonyms.map(foldText)])

/** 東京都 and 東京, but not 北海 for 北海道. */
export const prefectureKeys = (prefecture: { name: string; kana: string; slug: string }): string[] =>
	unique([
		foldText(prefecture.name),
		foldText(prefecture.name.replace(/(?<=..)[都府県]$/u, '')),
		...ofReading(prefecture.kana),
		...ofReading(prefecture.kana.replace(/(?:(?<=きょう)と|(?<=おおさか|きょうと)ふ|けん)$/u, '')),
		prefecture.slug,
	])

/** 三鷹市 and 三鷹; 横浜市中区 also as 中区. */
export function municipalityKeys(place: { name: string; kana: string; cityName: string | null; cityKana: string | null }): string[] {
	const ward = place.cityName && place.name.startsWith(place.cityName) ? place.name.slice(place.cityName.length) : ''
	const wardKana = place.cityKana && ward && place.kana.startsWith(place.cityKana) ? place.kana.slice(place.cityKana.length) : ''
	return unique([
		foldText(place.name),
		ward === '' && place.name.length > 2 ? foldText(place.name.replace(/[市区町村]$/u, '')) : '',
		...ofReading(place.kana),
		foldText(ward),
		...ofReading(wardKana),
	])
}

/** Without 駅: a query is searched with and without it. */
export const stationKeys = (station: { name: string; kana: string | null; romaji: string | null }): string[] =>
	unique([foldText(station.name), ...ofReading(station.kana), station.kana ? '' : foldText(station.romaji ?? '')])

const LEGAL_FORMS =
	/^(?:税理士法人|社会保険労務士法人|社労士法人|行政書士法人|司法書士法人|弁護士法人|弁理士法人|特許業務法人|監査法人|有限責任監査法人|株式会社|合同会社|有限会社|一般社団法人)/u
const LEGAL_FORMS_KANA =
	/^(?:ぜいりしほうじん|しゃかいほけんろうむしほうじん|しゃろうしほうじん|ぎょうせいしょしほうじん|しほうしょしほうじん|べんごしほうじん|べんりしほうじん|とっきょぎょうむほうじん|かんさほうじん|かぶしきがいしゃ|ごうどうがいしゃ|ゆうげんがいしゃ)/u

/** 税理士法人みらい is found under みらい as well, and 三鷹つむぎ会計 of 三鷹市 under つむぎ会計. */
export function officeKeys(office: { name: string; kana: string; municipality?: string }): string[] {
	const kana = foldText(office.kana)
	const place = (office.municipality ?? '').replace(/^.+市(?=.+区$)/u, '').replace(/[市区町村]$/u, '')
	const bare = office.name.replace(LEGAL_FORMS, '')
	return unique([
		place.length >= 2 && bare.startsWith(place) && bare.length >= place.length + 2 ? foldText(bare.slice(place.length)) : '',
		foldText(office.name),
		foldText(office.name.replace(LEGAL_FORMS, '')),
		...ofReading(kana),
		LEGAL_FORMS_KANA.test(kana) ? kana.replace(LEGAL_FORMS_KANA, '') : '',
		LEGAL_FORMS_KANA.test(kana) ? romajiOfKana(kana.replace(LEGAL_FORMS_KANA, '')) : '',
	])
}

export const expertKeys = (expert: { name: string; kana: string }): string[] => unique([foldText(expert.name), ...ofReading(expert.kana)])

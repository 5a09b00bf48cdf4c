import type { ProfessionSlug } from '../taxonomy/types.ts'
import type { Random } from './random.ts'

export type OfficeKind = 'sole' | 'corporation' | 'company' | 'joint'
/** Text and its hiragana. */
export type Named = readonly [text: string, kana: string]

export type NameSource = {
	kind: OfficeKind
	profession: ProfessionSlug
	/** Second profession of a sole or joint office. */
	second: ProfessionSlug | null
	surname: Named
	givenName: Named
	partnerSurname: Named
	/** City without 市, where it has one. */
	place: Named | null
}

const pair = (source: string): Named[] =>
	source
		.trim()
		.split(/[\n/]/)
		.map((entry) => {
			const [text = '', kana = text] = entry.trim().split(' ')
			return [text, kana] as const
		})

/** Words of ours that no well-known firm bears. */
const BRANDS = pair(`
つむぎ/こもれび/ひなた/あさぎ/みちしお/ゆうなぎ/はるかぜ/そよご/こはる/わかば/しおさい/ほたるび/いろは坂 いろはざか/たちばな/すずかけ/あかね雲 あかねぐも
なぎさ/かけはし/さきがけ/ともしび/みのり/あゆみ/うみかぜ/やまなみ/きずな橋 きずなばし/つばめ/ひばり/かわせみ/めじろ/はなみずき/くすのき/けやき通り けやきどおり
ななかまど/あすなろ坂 あすなろざか/もえぎ/るり/こだま坂 こだまざか/かなえ/あさひ野 あさひの/みずほの郷 みずほのさと/すいれん/やまぶき/しらかば/りんどう/なでしこ坂 なでしこざか/いちょう並木 いちょうなみき
アルコバ あるこば/ルミエラ るみえら/ノーザンリーフ のーざんりーふ/コンパスノート こんぱすのーと/オリベラ おりべら/クレソン くれそん/ブリッジライン ぶりっじらいん/リトルハーバー りとるはーばー/ポルトラ ぽるとら/サンダリオ さんだりお
フォルテシモ ふぉるてしも/ミライロード みらいろーど/テラコヤ てらこや/アンカーポイント あんかーぽいんと/グリーンゲイブル ぐりーんげいぶる/プラムツリー ぷらむつりー/セレスタ せれすた/ライトハウス坂 らいとはうすざか/カナリア かなりあ/メープルロウ めーぷるろう
青嵐 せいらん/松籟 しょうらい/暁光 ぎょうこう/千景 ちかげ/杜の音 もりのね/一歩 いっぽ/清流 せいりゅう/和泉橋 いずみばし/常盤台 ときわだい/蒼天 そうてん/朋友 ほうゆう/大樹 たいじゅ/風待ち かぜまち/瑞雲 ずいうん/凪 なぎ/礎 いしずえ/汐見 しおみ
燈 あかり/結 ゆい/道標 みちしるべ/四季 しき/航路 こうろ/山桜 やまざくら/木洩れ日 こもれび/若竹 わかたけ/白帆 しらほ/雪椿 ゆきつばき/朝凪 あさなぎ/里山 さとやま/水鏡 みずかがみ/彩雲 さいうん/一葉 いちよう/紬 つむぎ/萌黄 もえぎ/東雲 しののめ
`)

const TITLES: Record<ProfessionSlug, Named> = {
	zeirishi: ['税理士', 'ぜいりし'],
	sharoushi: ['社会保険労務士', 'しゃかいほけんろうむし'],
	gyoseishoshi: ['行政書士', 'ぎょうせいしょし'],
	shihoshoshi: ['司法書士', 'しほうしょし'],
	bengoshi: ['弁護士', 'べんごし'],
	benrishi: ['弁理士', 'べんりし'],
	shindanshi: ['中小企業診断士', 'ちゅうしょうきぎょうしんだんし'],
	kaikeishi: ['公認会計士', 'こうにんかいけいし'],
	'it-coordinator': ['ITコーディネータ', 'あいてぃーこーでぃねーた'],
}

/** Possible suffixes of a name, most usual first. 弁護士 must write 法律事務所 (their association's rules). */
const SOLE_ENDINGS: Record<ProfessionSlug, Named[]> = {
	zeirishi: pair(
		'税理士事務所 ぜいりしじむしょ/会計事務所 かいけいじむしょ/税理士事務所 ぜいりしじむしょ/税務会計事務所 ぜいむかいけいじむしょ/総合会計事務所 そうごうかいけいじむしょ',
	),
	sharoushi: pair(
		'社会保険労務士事務所 しゃかいほけんろうむしじむしょ/社労士事務所 しゃろうしじむしょ/労務管理事務所 ろうむかんりじむしょ/社会保険労務士オフィス しゃかいほけんろうむしおふぃす/人事労務オフィス じんじろうむおふぃす',
	),
	gyoseishoshi: pair(
		'行政書士事務所 ぎょうせいしょしじむしょ/行政書士オフィス ぎょうせいしょしおふぃす/行政法務事務所 ぎょうせいほうむじむしょ/行政書士事務所 ぎょうせいしょしじむしょ',
	),
	shihoshoshi: pair(
		'司法書士事務所 しほうしょしじむしょ/登記事務所 とうきじむしょ/司法書士事務所 しほうしょしじむしょ/司法書士オフィス しほうしょしおふぃす',
	),
	bengoshi: pair('法律事務所 ほうりつじむしょ'),
	benrishi: pair(
		'特許事務所 とっきょじむしょ/国際特許事務所 こくさいとっきょじむしょ/特許商標事務所 とっきょしょうひょうじむしょ/知的財産事務所 ちてきざいさんじむしょ',
	),
	shindanshi: pair(
		'中小企業診断士事務所 ちゅうしょうきぎょうしんだんしじむしょ/経営相談事務所 けいえいそうだんじむしょ/経営支援事務所 けいえいしえんじむしょ/診断士事務所 しんだんしじむしょ',
	),
	kaikeishi: pair(
		'公認会計士事務所 こうにんかいけいしじむしょ/会計事務所 かいけいじむしょ/公認会計士・税理士事務所 こうにんかいけいしぜいりしじむしょ',
	),
	'it-coordinator': pair(
		'IT経営事務所 あいてぃーけいえいじむしょ/ITコーディネータ事務所 あいてぃーこーでぃねーたじむしょ/デジタル支援事務所 でじたるしえんじむしょ',
	),
}

const CORPORATIONS: Partial<Record<ProfessionSlug, Named>> = {
	zeirishi: ['税理士法人', 'ぜいりしほうじん'],
	sharoushi: ['社会保険労務士法人', 'しゃかいほけんろうむしほうじん'],
	gyoseishoshi: ['行政書士法人', 'ぎょうせいしょしほうじん'],
	shihoshoshi: ['司法書士法人', 'しほうしょしほうじん'],
	bengoshi: ['弁護士法人', 'べんごしほうじん'],
	benrishi: ['弁理士法人', 'べんりしほうじん'],
}

const CORPORATION_ENDINGS: Partial<Record<ProfessionSlug, Named[]>> = {
	zeirishi: pair('パートナーズ ぱーとなーず/会計 かいけい/総合会計 そうごうかいけい/タックスラボ たっくすらぼ'),
	sharoushi: pair('パートナーズ ぱーとなーず/人事労務 じんじろうむ/ワークサポート わーくさぽーと/労務会 ろうむかい'),
	gyoseishoshi: pair('パートナーズ ぱーとなーず/総合法務 そうごうほうむ/ビザ許認可センター びざきょにんかせんたー'),
	shihoshoshi: pair('総合事務所 そうごうじむしょ/登記パートナーズ とうきぱーとなーず/リーガルオフィス りーがるおふぃす'),
	bengoshi: pair('法律事務所 ほうりつじむしょ'),
	benrishi: pair('国際特許 こくさいとっきょ/知財パートナーズ ちざいぱーとなーず/特許商標 とっきょしょうひょう'),
}

const COMPANY_FORMS: readonly (readonly [before: Named, after: Named])[] = [
	[pair('株式会社 かぶしきがいしゃ')[0] as Named, pair('経営研究所 けいえいけんきゅうしょ')[0] as Named],
	[pair('株式会社 かぶしきがいしゃ')[0] as Named, pair('マネジメント まねじめんと')[0] as Named],
	[pair('合同会社 ごうどうがいしゃ')[0] as Named, pair('ワークス わーくす')[0] as Named],
	[['', ''], pair('コンサルティング株式会社 こんさるてぃんぐかぶしきがいしゃ')[0] as Named],
	[['', ''], pair('経営支援合同会社 けいえいしえんごうどうがいしゃ')[0] as Named],
	[pair('株式会社 かぶしきがいしゃ')[0] as Named, pair('デジタルデザイン でじたるでざいん')[0] as Named],
	[pair('合同会社 ごうどうがいしゃ')[0] as Named, pair('経営デザイン室 けいえいでざいんしつ')[0] as Named],
]

const join = (...parts: Named[]): Named => [parts.map(([text]) => text).join(''), parts.map(([, kana]) => kana).join('')]
const DOT: Named = ['・', '']

function soleName(source: NameSource, random: Random): Named {
	const { profession, surname, givenName, place, second } = source
	const brand = random.pick(BRANDS)
	let ending = random.pick(SOLE_ENDINGS[profession])
	// Only registered tax accountants may call themselves a tax office.
	if (profession === 'kaikeishi' && second !== 'zeirishi' && ending[0] !== '公認会計士事務所') ending = SOLE_ENDINGS.kaikeishi[0] as Named
	if (second && second !== 'zeirishi' && random.chance(0.45) && profession !== 'bengoshi') {
		return join(surname, TITLES[profession], DOT, TITLES[second], ['事務所', 'じむしょ'])
	}
	const roll = random.next()
	if (roll < 0.4) return join(surname, ending)
	if (roll < 0.62) return join(surname, givenName, ending)
	if (roll < 0.68 && profession !== 'bengoshi') return join(TITLES[profession], surname, givenName, ['事務所', 'じむしょ'])
	if (roll < 0.76 && place) return join(place, surname, ending)
	return join(brand, ending)
}

function corporationName(source: NameSource, random: Random): Named {
	const form = CORPORATIONS[source.profession]
	const endings = CORPORATION_ENDINGS[source.profession]
	if (!form || !endings) return companyName(source, random)
	const ending = random.pick(endings)
	const core = random.chance(0.55)
		? random.pick(BRANDS)
		: random.chance(0.5)
			? source.surname
			: join(source.surname, DOT, source.partnerSurname)
	if (source.profession === 'bengoshi') return join(form, core, ending)
	if (random.chance(0.15)) return join(core, form)
	return join(form, core, ending)
}

function companyName(source: NameSource, random: Random): Named {
	const [before, after] = random.pick(COMPANY_FORMS)
	return join(before, random.chance(0.75) ? random.pick(BRANDS) : source.surname, after)
}

function jointName(source: NameSource, random: Random): Named {
	if (source.profession === 'bengoshi') return join(source.surname, DOT, source.partnerSurname, ['法律事務所', 'ほうりつじむしょ'])
	const ending = random.pick(
		pair(
			'総合事務所 そうごうじむしょ/合同事務所 ごうどうじむしょ/士業オフィス しぎょうおふぃす/法務会計オフィス ほうむかいけいおふぃす',
		).filter(([text]) => text !== '法務会計オフィス' || source.profession === 'zeirishi'),
	)
	const roll = random.next()
	if (roll < 0.35) return join(source.surname, DOT, source.partnerSurname, ending)
	if (roll < 0.6 && source.place) return join(source.place, random.pick(BRANDS), ending)
	return join(random.pick(BRANDS), ending)
}

/** A name that an office of this kind may bear by the rules of its profession. */
export function officeName(source: NameSource, random: Random): Named {
	switch (source.kind) {
		case 'sole':
			return soleName(source, random)
		case 'corporation':
			return corporationName(source, random)
		case 'company':
			return companyName(source, random)
		case 'joint':
			return jointName(source, random)
	}
}

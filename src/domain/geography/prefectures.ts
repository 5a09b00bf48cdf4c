import type { Area, Prefecture, RegionId } from './areas.ts'
import { regions } from './areas.ts'

const row = (id: number, slug: string, name: string, kana: string, region: RegionId): Prefecture => ({
	kind: 'prefecture',
	id,
	slug,
	name,
	kana,
	region,
})

/** The 47 in the order of their JIS codes. A test holds them equal to what the seed computes. */
export const prefectures: readonly Prefecture[] = [
	row(1, 'hokkaido', '北海道', 'ほっかいどう', 'hokkaido-tohoku'),
	row(2, 'aomori', '青森県', 'あおもりけん', 'hokkaido-tohoku'),
	row(3, 'iwate', '岩手県', 'いわてけん', 'hokkaido-tohoku'),
	row(4, 'miyagi', '宮城県', 'みやぎけん', 'hokkaido-tohoku'),
	row(5, 'akita', '秋田県', 'あきたけん', 'hokkaido-tohoku'),
	row(6, 'yamagata', '山形県', 'やまがたけん', 'hokkaido-tohoku'),
	row(7, 'fukushima', '福島県', 'ふくしまけん', 'hokkaido-tohoku'),
	row(8, 'ibaraki', '茨城県', 'いばらきけん', 'kanto'),
	row(9, 'tochigi', '栃木県', 'とちぎけん', 'kanto'),
	row(10, 'gunma', '群馬県', 'ぐんまけん', 'kanto'),
	row(11, 'saitama', '埼玉県', 'さいたまけん', 'kanto'),
	row(12, 'chiba', '千葉県', 'ちばけん', 'kanto'),
	row(13, 'tokyo', '東京都', 'とうきょうと', 'kanto'),
	row(14, 'kanagawa', '神奈川県', 'かながわけん', 'kanto'),
	row(15, 'niigata', '新潟県', 'にいがたけん', 'chubu'),
	row(16, 'toyama', '富山県', 'とやまけん', 'chubu'),
	row(17, 'ishikawa', '石川県', 'いしかわけん', 'chubu'),
	row(18, 'fukui', '福井県', 'ふくいけん', 'chubu'),
	row(19, 'yamanashi', '山梨県', 'やまなしけん', 'chubu'),
	row(20, 'nagano', '長野県', 'ながのけん', 'chubu'),
	row(21, 'gifu', '岐阜県', 'ぎふけん', 'chubu'),
	row(22, 'shizuoka', '静岡県', 'しずおかけん', 'chubu'),
	row(23, 'aichi', '愛知県', 'あいちけん', 'chubu'),
	row(24, 'mie', '三重県', 'みえけん', 'kansai'),
	row(25, 'shiga', '滋賀県', 'しがけん', 'kansai'),
	row(26, 'kyoto', '京都府', 'きょうとふ', 'kansai'),
	row(27, 'osaka', '大阪府', 'おおさかふ', 'kansai'),
	row(28, 'hyogo', '兵庫県', 'ひょうごけん', 'kansai'),
	row(29, 'nara', '奈良県', 'ならけん', 'kansai'),
	row(30, 'wakayama', '和歌山県', 'わかやまけん', 'kansai'),
	row(31, 'tottori', '鳥取県', 'とっとりけん', 'chugoku-shikoku'),
	row(32, 'shimane', '島根県', 'しまねけん', 'chugoku-shikoku'),
	row(33, 'okayama', '岡山県', 'おかやまけん', 'chugoku-shikoku'),
	row(34, 'hiroshima', '広島県', 'ひろしまけん', 'chugoku-shikoku'),
	row(35, 'yamaguchi', '山口県', 'やまぐちけん', 'chugoku-shikoku'),
	row(36, 'tokushima', '徳島県', 'とくしまけん', 'chugoku-shikoku'),
	row(37, 'kagawa', '香川県', 'かがわけん', 'chugoku-shikoku'),
	row(38, 'ehime', '愛媛県', 'えひめけん', 'chugoku-shikoku'),
	row(39, 'kochi', '高知県', 'こうちけん', 'chugoku-shikoku'),
	row(40, 'fukuoka', '福岡県', 'ふくおかけん', 'kyushu'),
	row(41, 'saga', '佐賀県', 'さがけん', 'kyushu'),
	row(42, 'nagasaki', '長崎県', 'ながさきけん', 'kyushu'),
	row(43, 'kumamoto', '熊本県', 'くまもとけん', 'kyushu'),
	row(44, 'oita', '大分県', 'おおいたけん', 'kyushu'),
	row(45, 'miyazaki', '宮崎県', 'みやざきけん', 'kyushu'),
	row(46, 'kagoshima', '鹿児島県', 'かごしまけん', 'kyushu'),
	row(47, 'okinawa', '沖縄県', 'おきなわけん', 'kyushu'),
]

/** The prefecture of a URL segment, or null. */
export const findPrefecture = (slug: string): Prefecture | null => prefectures.find((prefecture) => prefecture.slug === slug) ?? null

/** The prefecture of a JIS code that came from our own data. Throws on any other number. */
export function getPrefecture(id: number): Prefecture {
	const prefecture = prefectures[id - 1]
	if (!prefecture) throw new RangeError(`No prefecture has the code ${id}`)
	return prefecture
}

/** The prefecture's segment for an area within one; null for Japan. */
export const prefectureSlugOf = (area: Area): string | null =>
	area.kind === 'japan' ? null : area.kind === 'prefecture' ? area.slug : getPrefecture(area.prefectureId).slug

/** The prefectures under their regions, both in order, as menus and the map show them. */
export const prefecturesByRegion: readonly { id: RegionId; name: string; prefectures: readonly Prefecture[] }[] = regions.map((region) => ({
	...region,
	prefectures: prefectures.filter((prefecture) => prefecture.region === region.id),
}))

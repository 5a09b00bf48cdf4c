/**
 * Where offices gather: more than people live there, as around every large station. Offices are drawn to these before
 * the rest of the prefecture gets its own by the number of inhabitants.
 */
export type Centre = {
	prefectureId: number
	/** Percent of the prefecture's offices. */
	share: number
	stops: readonly Stop[]
}

/** A station of a centre, and the towns around it in one municipality: names of stations say little about them. */
export type Stop = { municipalityId: number; station: string; weight: number; towns: readonly string[] }

/** 「三鷹 13204 5 下連雀・上連雀」: station, municipality, weight, towns. */
function stop(line: string): Stop {
	const [station = '', code, weight, towns = ''] = line.split(' ')
	return { municipalityId: Number(code), station, weight: Number(weight), towns: towns.split('・') }
}

const centre = (prefectureId: number, share: number, ...lines: string[]): Centre => ({ prefectureId, share, stops: lines.map(stop) })

export const centres: readonly Centre[] = [
	centre(1, 34, '札幌 1101 4 北三条西・北四条西・北五条西', '大通 1101 4 大通西・南一条西・北一条西', '札幌 1102 2 北七条西・北八条西'),
	centre(4, 56, '仙台 4101 4 中央・本町', '青葉通一番町 4101 3 一番町・大町', '勾当台公園 4101 3 国分町・本町・二日町', '仙台 4102 2 榴岡'),
	centre(11, 12, '大宮 11103 4 桜木町・大門町・宮町・仲町'),
	centre(11, 5, '浦和 11107 3 高砂・仲町・東高砂町'),
	centre(12, 13, '千葉 12101 4 富士見・新町・弁天・新千葉・新田町'),
	centre(
		13,
		10,
		'東京 13101 3 丸の内',
		'日本橋 13102 3 日本橋・日本橋室町・日本橋本町',
		'京橋 13102 3 京橋・八重洲',
		'神田 13101 2 内神田・鍛冶町・神田多町',
		'銀座 13102 3 銀座',
	),
	centre(13, 10, '新宿 13104 4 西新宿・新宿', '西新宿 13104 2 西新宿', '新宿三丁目 13104 2 新宿', '代々木 13113 2 代々木・千駄ヶ谷'),
	centre(13, 8, '渋谷 13113 5 渋谷・道玄坂・宇田川町・神南・桜丘町', '恵比寿 13113 3 恵比寿・恵比寿南・恵比寿西'),
	centre(13, 7, '池袋 13116 4 東池袋・西池袋・南池袋・池袋'),
	centre(13, 4, '品川 13103 2 港南・高輪', '五反田 13109 2 西五反田・東五反田'),
	centre(13, 4, '上野 13106 3 上野・東上野', '御徒町 13106 2 上野・台東'),
	centre(
		13,
		6.6,
		'三鷹 13204 5 下連雀・上連雀',
		'三鷹 13203 3 中町・西久保',
		'吉祥寺 13203 4 吉祥寺本町・吉祥寺南町・吉祥寺北町',
		'武蔵境 13203 3 境・境南町',
		'三鷹台 13204 1 井の頭・牟礼',
	),
	centre(13, 4, '立川 13202 3 曙町・錦町・柴崎町'),
	centre(14, 17, '横浜 14103 4 北幸・南幸・高島', '横浜 14102 2 鶴屋町', '新高島 14103 1 みなとみらい', '桜木町 14104 1 花咲町・桜木町'),
	centre(14, 8, '川崎 14131 3 駅前本町・砂子・東田町・小川町'),
	centre(15, 30, '新潟 15103 3 東大通・万代・弁天・笹口'),
	centre(17, 30, '金沢 17201 3 本町・昭和町・広岡・堀川町'),
	centre(22, 16, '静岡 22101 3 紺屋町・御幸町・伝馬町・黒金町'),
	centre(
		23,
		20,
		'名古屋 23105 4 名駅・名駅南・椿町・則武',
		'国際センター 23105 2 名駅・那古野',
		'伏見 23106 3 錦・栄',
		'丸の内 23106 2 丸の内',
	),
	centre(26, 26, '京都 26106 3 東塩小路町', '烏丸御池 26104 2 少将井町'),
	centre(
		27,
		20,
		'大阪 27127 3 梅田・芝田',
		'東梅田 27127 3 曽根崎・堂山町・太融寺町',
		'北新地 27127 2 堂島・曽根崎新地',
		'南森町 27127 2 西天満・南森町',
		'淀屋橋 27128 2 今橋・高麗橋・北浜',
	),
	centre(28, 20, '三ノ宮 28110 4 三宮町・雲井通・御幸通・磯上通・加納町・琴ノ緒町', '元町 28110 2 元町通・栄町通・北長狭通'),
	centre(33, 34, '岡山 33101 3 本町・駅前町・駅元町・錦町・柳町'),
	centre(
		34,
		48,
		'広島 34103 3 松原町・的場町・稲荷町',
		'広島 34102 2 二葉の里・光町・若草町',
		'八丁堀 34101 4 八丁堀・上八丁堀・幟町・鉄砲町・橋本町',
		'銀山町 34101 2 銀山町・幟町・弥生町',
	),
	centre(37, 26, '高松 37201 3 寿町・兵庫町・丸の内・西の丸町・錦町'),
	centre(
		40,
		36,
		'博多 40132 4 博多駅前・博多駅東・博多駅南',
		'祇園 40132 2 祇園町・冷泉町・御供所町',
		'中洲川端 40132 2 中洲・上川端町・店屋町',
		'天神 40133 4 天神・大名・今泉・舞鶴',
	),
	centre(43, 30, '通町筋 43101 3 水道町・手取本町・上通町・下通'),
	centre(46, 30, '鹿児島中央 46201 3 中央町・西田・武', '天文館通 46201 2 東千石町・山之口町・中町'),
]

import type { ProfessionSlug } from '../taxonomy/types.ts'
import { DEMO_YEAR } from './calendar.ts'
import type { Gender } from './given-names.ts'
import type { Hours } from './hours.ts'
import type { OfficeKind } from './office-names.ts'
import type { Person } from './people.ts'
import { type Place, type Places, shift } from './places.ts'

/** An office with a fixed role in documents and tests. Its id in a fresh database is its place in the list below. */
export type CastOffice = {
	prefectureId: number
	placeIn: (places: Places) => Place
	profession: ProfessionSlug
	second: ProfessionSlug | null
	kind: OfficeKind
	name: string
	kana: string
	owner: Person
	ownerHeadline: string
	ownerBiography: string[]
	staffCount: number
	/** Experts of the office, the owner among them. */
	memberCount: number
	headline?: string
	description?: string[]
	addressLine: string
	taskIds?: number[]
	industries?: string[]
	software?: string[]
	languages?: string[]
	hours?: Hours[]
	areas?: number[]
	accepting?: 'open' | 'limited' | 'paused'
	firstConsultation: string
	foundedOn: string
	reviewCount: number
	pickupReason: string
}

type Spot = { municipalityId: number; station: string; metres: number; angle: number; town: string; postalCode: string }

/** So many metres from the station; `angle` in degrees, 0 = east, 90 = north. */
const at =
	({ municipalityId, station, metres, angle, town, postalCode }: Spot) =>
	(places: Places): Place => {
		const hub = places.findStation(municipalityId, station)
		return places.placeAt(shift(hub, metres, (angle * Math.PI) / 180), municipalityId, { name: town, postalCode }, hub)
	}

function person(surname: string, given: string, gender: Gender, age: number, practisingSince: string, home: string): Person {
	const [kanji = '', kana = ''] = surname.split(' ')
	const [givenKanji = '', givenKana = ''] = given.split(' ')
	return {
		gender,
		age,
		surname: { kanji, kana, weight: 1 },
		givenName: { kanji: givenKanji, kana: givenKana },
		practisingSince,
		years: DEMO_YEAR - Number(practisingSince.slice(0, 4)),
		home,
	}
}

const open = (weekdays: number[], opensAt: string, closesAt: string, byAppointment = false): Hours[] =>
	weekdays.map((weekday) => ({ weekday, opensAt, closesAt, byAppointment }))

export const castOffices: readonly CastOffice[] = [
	{
		prefectureId: 13,
		placeIn: at({ municipalityId: 13204, station: '三鷹', metres: 200, angle: -95, town: '下連雀', postalCode: '1810013' }),
		profession: 'zeirishi',
		second: null,
		kind: 'sole',
		name: '三鷹つむぎ税理士事務所',
		kana: 'みたかつむぎぜいりしじむしょ',
		owner: person('森川 もりかわ', '由紀 ゆき', 'female', 45, '2008-04-15', '長野県'),
		ownerHeadline: '三鷹で、開業前から3期目までの「お金の段取り」を一緒に考える税理士',
		ownerBiography: [
			'三鷹駅の南口で税理士をしている森川です。長野の味噌屋に生まれ、月末に帳簿を広げてため息をつく祖母の隣で育ちました。都内の会計事務所で9年、飲食店や美容室、デザイン会社の申告を担当し、2012年に独立しました。',
			'毎月の面談では、売上・粗利・人件費・返済の4つだけを1枚にまとめてお持ちします。数字の悪い月ほど早めに電話をするようにしています。創業融資では、席数や客単価から売上を積み上げる計画づくりを、面談の練習まで含めてお手伝いします。',
			'クラウド会計は、ご自分で続けられる形まで設定を絞ってからお渡しします。領収書を封筒で持ってきていただく方法でも構いません。',
			'休みの日は玉川上水沿いを歩き、味噌を仕込んでいます。まとまっていない話のままで大丈夫です。まず30分、お話しください。',
		],
		staffCount: 4,
		memberCount: 2,
		headline: '三鷹駅南口から徒歩4分、開業と月次決算に力を入れる税理士事務所',
		description: [
			'個人事業の確定申告から法人の決算まで、開業して間もないお店や会社を中心にお受けしています。毎月の試算表は翌月15日までにお渡しし、納税額は決算の2か月前にお知らせします。',
			'税理士2名と所員2名の小さな事務所です。担当は替わらず、電話でもチャットでも同じ者がお答えします。',
			'三鷹駅南口の中央通りを一本入った建物の4階です。エレベーターがあり、お子さま連れでもお越しいただけます。武蔵野市・調布市・小金井市へはお伺いもします。',
		],
		addressLine: '下連雀3丁目88番12号 三鷹こもれびビル4階',
		taskIds: [101, 102, 201, 202, 203, 401, 404, 501, 502, 503, 504, 505, 506, 507, 1201],
		industries: ['飲食業', '美容業', 'デザイン・広告', 'IT・ソフトウェア', '小売業'],
		software: ['freee会計', 'マネーフォワード クラウド会計', '弥生会計'],
		languages: ['日本語', '英語'],
		hours: [...open([1, 2, 3, 4, 5], '09:00', '18:00'), ...open([2, 4], '18:00', '20:00', true), ...open([6], '10:00', '15:00', true)],
		areas: [11, 13, 14],
		accepting: 'open',
		firstConsultation: '初回60分無料（来所・オンラインとも、要予約）',
		foundedOn: '2012-10-01',
		reviewCount: 18,
		pickupReason: '開業から3期目までの相談に力を入れ、夜間と土曜の面談にも応じています。',
	},
	{
		prefectureId: 1,
		placeIn: at({ municipalityId: 1101, station: '大通', metres: 320, angle: 160, town: '大通西', postalCode: '0600042' }),
		profession: 'sharoushi',
		second: null,
		kind: 'corporation',
		name: '社会保険労務士法人ななかまど労務会',
		kana: 'しゃかいほけんろうむしほうじんななかまどろうむかい',
		owner: person('葛西 かさい', '俊介 しゅんすけ', 'male', 52, '2001-07-02', '北海道'),
		ownerHeadline: '雪国の働き方に合わせて、就業規則を「使える」ものにします',
		ownerBiography: [
			'札幌で社会保険労務士になって25年、葛西です。旭川の運送会社の家に生まれ、冬の待機時間や除雪の早出をどう扱うかで家族が頭を抱えるのを見てきました。',
			'建設、運送、宿泊と、季節で忙しさが大きく変わる会社を主に担当しています。変形労働時間制は、勤務表を1年分並べてみるところから始めます。紙の上で正しくても、現場で回らなければ意味がありません。',
			'法人にしてからは、給与計算を必ず2人で確かめ、担当が休んでも止まらない体制を作りました。冬は少年スキーの指導員をしています。',
		],
		staffCount: 14,
		memberCount: 3,
		addressLine: '大通西5丁目8番地 大通ポプラビル7階',
		taskIds: [305, 405, 601, 602, 603, 604, 606],
		industries: ['建設業', '運送業', '宿泊業', '介護・福祉'],
		areas: [1, 2],
		firstConsultation: '初回60分無料。道内へは出張でも伺います（交通費のみ）',
		foundedOn: '2009-04-01',
		reviewCount: 12,
		pickupReason: '季節で忙しさの変わる業種の労働時間を、道内各地で見直してきました。',
	},
	{
		prefectureId: 23,
		placeIn: at({ municipalityId: 23106, station: '栄', metres: 410, angle: 200, town: '栄', postalCode: '4600008' }),
		profession: 'shihoshoshi',
		second: 'gyoseishoshi',
		kind: 'joint',
		name: '犬飼・神谷総合事務所',
		kana: 'いぬかいかみやそうごうじむしょ',
		owner: person('犬飼 いぬかい', '千尋 ちひろ', 'female', 48, '2005-11-08', '愛知県'),
		ownerHeadline: '会社の登記と許認可を、同じ日に同じ机で片づけます',
		ownerBiography: [
			'名古屋・栄で司法書士をしている犬飼です。信用金庫の融資窓口に8年おり、登記の都合で実行日がずれて困る方を何人も見たことから、登記を早く確かに終える側になろうと決めました。',
			'会社設立では、定款の目的を許認可の要件と突き合わせてから作ります。同じ事務所の行政書士が建設業や古物商の申請を続けて担当するので、書き直しがほとんどありません。',
			'相続登記のご相談も増えました。戸籍をたどるのは好きな仕事です。休日は古い喫茶店でモーニングを食べ比べています。',
		],
		staffCount: 9,
		memberCount: 3,
		addressLine: '栄3丁目77番5号 栄つばめビル6階',
		firstConsultation: '初回45分無料（相続は60分）。土曜は予約制です',
		foundedOn: '2011-06-01',
		reviewCount: 9,
		pickupReason: '設立登記と許認可を一つの窓口で進め、書き直しの手間をなくしています。',
	},
	{
		prefectureId: 27,
		placeIn: at({ municipalityId: 27127, station: '南森町', metres: 350, angle: 210, town: '西天満', postalCode: '5300047' }),
		profession: 'bengoshi',
		second: null,
		kind: 'sole',
		name: '西天満こはる法律事務所',
		kana: 'にしてんまこはるほうりつじむしょ',
		owner: person('植田 うえだ', '慎一郎 しんいちろう', 'male', 47, '2007-12-20', '和歌山県'),
		ownerHeadline: '下請けと元請け、どちらの言い分も聞いてきた契約の弁護士',
		ownerBiography: [
			'西天満で法律事務所を営む植田です。家業の鉄工所が取引先の倒産に巻き込まれたことが、企業の仕事を選んだ理由です。',
			'契約書は、譲れない点を3つ伺ってから読みます。全部を直すのではなく、直す順番をお伝えします。未払いの代金は、相手の状況と費用を見比べて、どこで止めるかを一緒に決めてから始めます。',
			'資金繰りに行き詰まったときの相談も、早いほど選べる道が残ります。お金の話をするのが恥ずかしいという方ほど、先にお電話ください。海釣りは下手の横好きです。',
		],
		staffCount: 5,
		memberCount: 2,
		addressLine: '西天満4丁目66番3号 ビルディング若松8階',
		taskIds: [104, 601, 605, 701, 702, 703, 704, 705, 706, 1005],
		industries: ['製造業', '建設業', '卸売業', 'IT・ソフトウェア'],
		firstConsultation: '初回30分無料。資料を前日までにお送りいただくと話が早く進みます',
		foundedOn: '2014-01-10',
		reviewCount: 11,
		pickupReason: '契約と債権回収を、費用と見通しの両方から率直に説明しています。',
	},
	{
		prefectureId: 40,
		placeIn: at({ municipalityId: 40133, station: '天神', metres: 280, angle: 250, town: '大名', postalCode: '8100041' }),
		profession: 'gyoseishoshi',
		second: null,
		kind: 'sole',
		name: '行政書士オフィスポルトラ',
		kana: 'ぎょうせいしょしおふぃすぽるとら',
		owner: person('古賀 こが', '真央 まお', 'female', 33, '2018-05-14', '佐賀県'),
		ownerHeadline: '外国人の採用と起業を、やさしい日本語と英語で支える行政書士',
		ownerBiography: [
			'福岡・天神の近くで行政書士をしている古賀です。日本語学校で5年、留学生の在留手続を手伝いました。内定が出たのに手続が間に合わず、帰国した学生のことが忘れられません。',
			'仕事の内容と学んだことのつながりを、会社と本人の両方に聞いて説明書にします。難しい許可は、理由を添えて最初にお伝えします。',
			'ベトナムとネパールの友人に料理を習っています。飲食店を始めたい方の営業許可も、厨房の図面を持って保健所へ一緒に行きます。',
		],
		staffCount: 3,
		memberCount: 1,
		addressLine: '大名2丁目55番7号 テラス大名302',
		taskIds: [303, 402, 702, 802, 803, 806],
		industries: ['飲食業', 'IT・ソフトウェア', '人材サービス', '宿泊業'],
		languages: ['日本語', '英語', 'ベトナム語', 'ネパール語'],
		hours: [...open([1, 2, 3, 4, 5], '10:00', '19:00'), ...open([0], '13:00', '17:00', true)],
		firstConsultation: '初回45分無料（英語・やさしい日本語でのご相談も同じです）',
		foundedOn: '2019-03-01',
		reviewCount: 14,
		pickupReason: '在留資格の相談に英語とやさしい日本語で応じ、日曜にも面談できます。',
	},
	{
		prefectureId: 26,
		placeIn: at({ municipalityId: 26104, station: '烏丸御池', metres: 260, angle: 100, town: '少将井町', postalCode: '6040871' }),
		profession: 'benrishi',
		second: null,
		kind: 'sole',
		name: 'かわせみ国際特許事務所',
		kana: 'かわせみこくさいとっきょじむしょ',
		owner: person('堀川 ほりかわ', '匠 たくみ', 'male', 39, '2013-04-10', '京都府'),
		ownerHeadline: '店の名前と職人の工夫を、海の向こうでも名乗れるように',
		ownerBiography: [
			'京都で弁理士をしている堀川です。精密機器の会社で設計を6年、権利になるはずだった工夫を展示会で公開してしまった苦い経験があります。',
			'商標は読みの近いものまで調べ、登録の見込みを三段階でお伝えします。和菓子、染織、酒といった昔からの商いと、新しい製品の両方を担当しています。',
			'海外は国ごとの費用と売上の見込みを並べ、まず一か国から考えます。出願しないほうがよい場合も、その理由と守り方をお話しします。',
		],
		staffCount: 4,
		memberCount: 1,
		addressLine: '少将井町299番地 御池あさぎビル5階',
		taskIds: [901, 902, 903, 904, 905, 906],
		industries: ['食品製造', '小売業', '製造業', 'デザイン・広告'],
		languages: ['日本語', '英語', '中国語'],
		firstConsultation: '初回60分無料。その場で簡易な商標調査をします',
		foundedOn: '2018-09-03',
		reviewCount: 7,
		pickupReason: '登録の見込みと費用を先に示し、出願しない選択まで含めて助言しています。',
	},
	{
		prefectureId: 47,
		placeIn: at({ municipalityId: 47201, station: '県庁前', metres: 340, angle: 70, town: '久茂地', postalCode: '9000015' }),
		profession: 'shindanshi',
		second: 'it-coordinator',
		kind: 'company',
		name: '合同会社しおさい経営デザイン室',
		kana: 'ごうどうがいしゃしおさいけいえいでざいんしつ',
		owner: person('知念 ちねん', '亮 りょう', 'male', 44, '2014-10-01', '沖縄県'),
		ownerHeadline: '観光の波に左右されない粗利を、島の店といっしょに探す',
		ownerBiography: [
			'那覇で中小企業診断士をしている知念です。ホテルの支配人を8年務め、台風で予約が消えた月の資金繰りに何度も頭を抱えました。',
			'曜日や天気ごとの粗利を出すと、やめてよい仕事と値上げの順番が見えてきます。補助金は、投資が回収できるかを計算してからお話しします。',
			'予約と在庫を一つの画面にまとめるなど、道具の入れ替えもお手伝いします。宿題は一度に三つまで。三線は十年目です。',
		],
		staffCount: 6,
		memberCount: 2,
		addressLine: '久茂地2丁目44番9号 くもじ港ビル3階',
		industries: ['宿泊業', '飲食業', '小売業', '食品製造'],
		accepting: 'limited',
		firstConsultation: '初回60分無料。離島の方はオンラインで承ります',
		foundedOn: '2017-08-01',
		reviewCount: 8,
		pickupReason: '観光業の採算を天気や曜日まで分けて見直し、道具選びまで付き合います。',
	},
	{
		prefectureId: 4,
		placeIn: at({ municipalityId: 4101, station: '勾当台公園', metres: 300, angle: 190, town: '国分町', postalCode: '9800803' }),
		profession: 'kaikeishi',
		second: 'zeirishi',
		kind: 'sole',
		name: '杜の音公認会計士・税理士事務所',
		kana: 'もりのねこうにんかいけいしぜいりしじむしょ',
		owner: person('早坂 はやさか', '美穂 みほ', 'female', 50, '2003-09-12', '宮城県'),
		ownerHeadline: '会社を次の人に渡すまでの数字を、5年かけて整える会計士',
		ownerBiography: [
			'仙台で公認会計士・税理士をしている早坂です。監査法人に11年いましたが、震災のあと、地元の会社の中に入って一緒に直す仕事がしたくなり独立しました。',
			'事業承継は、株の評価より先に、誰に何を渡したいかを伺います。5年分の計画を表にして、毎年の決算のたびに見直します。会社を買う側の調査では、実力の利益と運転資金、退職金の三つを重点的に見ます。',
			'市民合唱団でアルトを歌っています。数字も声も、合わせる相手があってのものだと思っています。',
		],
		staffCount: 5,
		memberCount: 1,
		addressLine: '国分町1丁目99番2号 勾当台けやきビル5階',
		taskIds: [101, 105, 501, 502, 1001, 1002, 1003, 1004, 1006, 1101, 1105],
		industries: ['製造業', '漁業・水産加工', '建設業', '医療・歯科'],
		firstConsultation: '初回60分無料（秘密保持の書面を交わしてからお話を伺います）',
		foundedOn: '2013-05-01',
		reviewCount: 10,
		pickupReason: '承継を5年の計画として扱い、株価だけでなく人と取引先の引継ぎまで見ます。',
	},
]

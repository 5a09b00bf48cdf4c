/** What makes a question right for a search: see README.md. */
export type Judged = {
	kind: 'word' | 'short' | 'kana' | 'romaji' | 'synonym' | 'typo' | 'phrase' | 'spelling' | 'several' | 'place'
	text: string
	/** Tasks that the search is about. */
	tasks?: readonly number[]
	/** Words that name its subject. */
	words?: readonly string[]
	industry?: string
	prefectureId?: number
}

const word = (text: string, tasks: readonly number[], words: readonly string[] = []): Judged => ({
	kind: Array.from(text).length === 2 ? 'short' : 'word',
	text,
	tasks,
	words: [text, ...words],
})
const of = (kind: Judged['kind'], text: string, tasks: readonly number[], words: readonly string[] = []): Judged => ({
	kind,
	text,
	tasks,
	words,
})

const ESTATE = [1101, 1102, 1103, 1104, 1105, 1106]

export const judgedQueries: readonly Judged[] = [
	word('就業規則', [601], ['社内規程', '賃金規程', '会社のルール', '服務規律']),
	word('確定申告', [503], ['所得税申告', '青色申告', '白色申告', '副業の申告', '還付申告']),
	word('インボイス', [506], ['登録番号', '適格請求書', '電子帳簿保存法']),
	word('年末調整', [507], ['年調', '源泉徴収票', '法定調書', '扶養控除', '給与支払報告書']),
	word('給与計算', [602], ['給料計算', '賃金計算', '給与明細', '賞与計算']),
	word('記帳代行', [504], ['帳簿づけ', '経理代行', '仕訳入力']),
	word('建設業許可', [801], ['建設許可', '建設業の許可', '建設業免許', '業種追加', '決算変更届']),
	word('古物商', [803], ['中古品販売', 'せどり', '買取業']),
	word('ファクタリング', [103], ['請求書買取', '売掛金の現金化', '売掛債権']),
	word('家族信託', [1106], ['民事信託', '信託契約', '自社株の信託']),
	word('経営者保証', [1006], ['連帯保証', '個人保証']),
	word('生成AI', [1206], ['AI導入', 'AI活用', 'チャットAI']),

	word('特許', [902, 904, 905], ['発明', '知的財産', '知財', '先行技術']),
	word('商標', [901, 904, 905, 906], ['ロゴ', 'ブランド', '知的財産', '名称']),
	word('意匠', [903], ['デザイン', '知的財産']),
	word('遺言', [1104], ['いごん']),
	word('相続', ESTATE, ['遺産', '被相続', '相続人', '贈与']),
	word('定款', [402], ['公証', '会社のルール', '事業目的']),
	word('残業', [604, 605, 601, 602, 603, 606], ['時間外']),
	word('決算', [502, 501], ['決算']),
	word('倒産', [706], ['破産', '再生', '法務']),
	word('廃業', [706], ['破産', '再生']),

	of('kana', 'しゅうぎょうきそく', [601], ['就業規則']),
	of('kana', 'かくていしんこく', [503], ['確定申告', '青色申告', '白色申告', '還付申告', '所得税']),
	of('kana', 'いんぼいす', [506], ['インボイス', '登録番号', '適格請求書']),
	of('kana', 'ゆいごん', [1104], ['遺言']),
	of('kana', 'ふぁくたりんぐ', [103], ['ファクタリング']),
	of('kana', 'きゅうよけいさん', [602], ['給与計算']),

	of('romaji', 'kakuteishinkoku', [503], ['確定申告', '青色申告', '白色申告']),
	of('romaji', 'shugyokisoku', [601], ['就業規則']),
	of('romaji', 'nenmatsuchosei', [507], ['年末調整', '源泉徴収票']),
	of('romaji', 'zeimuchousa', [505], ['税務調査']),
	of('romaji', 'teikansakusei', [402], ['定款']),

	of('synonym', '会社のルール', [601, 402], ['会社のルール', '就業規則', '定款']),
	of('synonym', 'リスケ', [104], ['返済条件']),
	of('synonym', '年調', [507], ['年末調整']),
	of('synonym', 'パクられた', [905], ['侵害']),
	of('synonym', 'せどり', [803], ['古物商']),
	of('synonym', 'サブロク協定', [604], ['36協定']),
	of('synonym', '国金', [202], ['公庫']),
	of('synonym', '社長交代', [1001], ['承継']),

	of('typo', '就業規測', [601], ['就業規則']),
	of('typo', '確定伸告', [503], ['確定申告']),
	of('typo', 'ファクタリソグ', [103], ['ファクタリング']),
	of('typo', '年末調製', [507], ['年末調整']),
	of('typo', 'インボイズ', [506], ['インボイス']),
	of('typo', 'かくていしんこう', [503], ['確定申告', '青色申告']),
	of('typo', '定歓作成', [402], ['定款']),

	of('phrase', '「本籍地の市区町村」', [], ['本籍地の市区町村']),
	of('phrase', '「金銭消費貸借契約書」', [], ['金銭消費貸借契約書']),
	of('phrase', '「就任承諾書」', [], ['就任承諾書']),
	of('phrase', '"講習会の修了証"', [], ['講習会の修了証']),

	of('spelling', 'ｲﾝﾎﾞｲｽ', [506], ['インボイス', '登録番号']),
	of('spelling', 'ＤＸ推進', [1203], ['DX']),
	of('spelling', '個人データの取り扱い', [705], ['個人データ']),
	of('spelling', 'サーバ', [1204], ['サーバー']),
	of('spelling', '未払請求', [703], ['未払い請求', '債権回収']),
	of('spelling', 'M&A', [1003, 1001, 1002, 1004, 1005, 1006], ['M&A', '事業譲渡']),

	{ kind: 'several', text: '古物商 飲食店', tasks: [803], industry: '飲食店' },
	{ kind: 'several', text: '就業規則 美容室', tasks: [601], industry: '美容室' },
	{ kind: 'several', text: '税務調査 建設業', tasks: [505], industry: '建設業' },
	{ kind: 'several', text: '飲食店営業 平面図', tasks: [802], words: ['平面図'] },
	{ kind: 'several', text: '定款作成 費用 介護事業所', tasks: [402], industry: '介護事業所' },
	{ kind: 'several', text: '商標 ロゴ 画像', tasks: [901], words: ['画像'] },

	{ kind: 'place', text: '京都 確定申告', tasks: [503], prefectureId: 26 },
	{ kind: 'place', text: '東京都 古物商', tasks: [803], prefectureId: 13 },
	{ kind: 'place', text: '京都', prefectureId: 26 },
	{ kind: 'place', text: '東京都', prefectureId: 13 },
	{ kind: 'place', text: '大阪府 遺言', tasks: [1104], prefectureId: 27 },
	{ kind: 'place', text: '福島 特許', tasks: [902, 904, 905], words: ['特許', '知財', '知的財産', '技術', '発明'], prefectureId: 7 },
]

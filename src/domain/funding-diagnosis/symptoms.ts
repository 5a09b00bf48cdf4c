/** From a symptom to a task: who somebody is, the symptoms in their words, and the tasks that help. */
export const audiences = [
	{ slug: 'starting', name: 'これから開業・起業する', hint: '会社員、準備中の方、開業して間もない方' },
	{ slug: 'sole', name: '個人事業主・フリーランス', hint: '開業届を出して事業をしている方' },
	{ slug: 'company', name: '会社を経営している', hint: '株式会社、合同会社などの経営者・役員・担当者' },
	{ slug: 'family', name: '相続や引き継ぎを考えている', hint: '経営者とその家族、資産をお持ちの方' },
] as const

export type Audience = (typeof audiences)[number]['slug']

export type Symptom = { slug: string; text: string; audiences: readonly Audience[]; taskIds: readonly number[] }

const everyone = ['starting', 'sole', 'company'] as const
const running = ['sole', 'company'] as const

export const symptoms: readonly Symptom[] = [
	{ slug: 'cash-short', text: '数か月先の支払いに、お金が足りなくなりそう', audiences: running, taskIds: [102, 101, 203, 104] },
	{ slug: 'payment-late', text: '売上の入金より先に、外注費や仕入れの支払いが来る', audiences: running, taskIds: [102, 103, 101] },
	{ slug: 'repayment', text: '借入金の返済が重くなってきた', audiences: running, taskIds: [104, 102, 706] },
	{
		slug: 'start-money',
		text: '開業のお金を借りたいが、計画書の書き方が分からない',
		audiences: ['starting', 'sole'],
		taskIds: [201, 202, 203, 204],
	},
	{ slug: 'own-money', text: '自己資金がどれくらい必要か、親からの援助をどう扱うか知りたい', audiences: ['starting'], taskIds: [205, 202] },
	{ slug: 'second-shop', text: '2店舗目や増員のために、追加で借りたい', audiences: running, taskIds: [206, 101, 202] },
	{ slug: 'investor', text: '投資家から出資を受ける話が来ている', audiences: ['starting', 'company'], taskIds: [105, 106] },
	{ slug: 'which-subsidy', text: '使える補助金があるのか知りたい', audiences: everyone, taskIds: [301, 302, 304] },
	{ slug: 'subsidy-papers', text: '補助金の書類が難しく、締め切りに間に合わない', audiences: running, taskIds: [303, 302, 306] },
	{ slug: 'hire-subsidy', text: '人を雇ったり正社員にしたりするときの助成金を使いたい', audiences: running, taskIds: [305] },
	{ slug: 'become-company', text: '利益が増え、会社にしたほうがよいか迷っている', audiences: ['sole'], taskIds: [401, 402, 403] },
	{
		slug: 'found-company',
		text: '会社を作りたいが、何から始めればよいか分からない',
		audiences: ['starting', 'sole'],
		taskIds: [402, 403, 404],
	},
	{ slug: 'change-register', text: '役員や本店の住所、事業の目的が変わった', audiences: ['company'], taskIds: [406] },
	{ slug: 'tax-return', text: '確定申告や決算が自分では間に合わない', audiences: running, taskIds: [503, 502, 504] },
	{ slug: 'receipts', text: '領収書がたまり、帳簿が付けられていない', audiences: running, taskIds: [504, 1201, 501] },
	{ slug: 'monthly-figures', text: '毎月もうかっているのか、数字で分からない', audiences: running, taskIds: [501, 102, 1201] },
	{ slug: 'tax-inspection', text: '税務署から調査の連絡が来た', audiences: running, taskIds: [505] },
	{ slug: 'invoice', text: 'インボイスや電子帳簿保存法に対応できているか不安', audiences: running, taskIds: [506, 1201] },
	{ slug: 'first-hire', text: '初めて人を雇う', audiences: everyone, taskIds: [405, 603, 602] },
	{ slug: 'payroll', text: '給与計算や年末調整の担当者がいなくなった', audiences: running, taskIds: [602, 507] },
	{ slug: 'work-rules', text: '就業規則がない、または何年も直していない', audiences: ['company'], taskIds: [601, 604] },
	{ slug: 'overtime', text: '残業代や退職のことで、従業員ともめている', audiences: running, taskIds: [605, 601] },
	{ slug: 'pay-system', text: '給料の決め方があいまいで、人が定着しない', audiences: ['company'], taskIds: [606, 601] },
	{ slug: 'foreign-staff', text: '外国人を採用したい', audiences: running, taskIds: [806] },
	{ slug: 'contract', text: '取引先から渡された契約書に、署名してよいか分からない', audiences: everyone, taskIds: [701, 702] },
	{ slug: 'unpaid', text: '代金を払ってもらえない', audiences: running, taskIds: [703] },
	{ slug: 'web-terms', text: 'ネットで売るときの規約や個人情報の扱いを整えたい', audiences: everyone, taskIds: [704, 705, 1205] },
	{ slug: 'give-up', text: '事業を続けられないかもしれない', audiences: running, taskIds: [706, 104, 1003] },
	{ slug: 'construction-permit', text: '建設業の許可を求められた', audiences: running, taskIds: [801] },
	{ slug: 'shop-permit', text: '飲食店や中古品の販売を始めるのに、許可がいる', audiences: ['starting', 'sole'], taskIds: [802, 803] },
	{ slug: 'other-permit', text: '不動産業や産業廃棄物の運搬を始めたい', audiences: everyone, taskIds: [805, 804] },
	{ slug: 'brand', text: '店や商品の名前を、まねされないように守りたい', audiences: everyone, taskIds: [901, 904] },
	{ slug: 'invention', text: '新しい製品や技術、デザインを守りたい', audiences: everyone, taskIds: [902, 903, 904] },
	{ slug: 'ip-warning', text: '権利を侵害していると警告された、またはまねされた', audiences: running, taskIds: [905, 701] },
	{ slug: 'export', text: '海外で売る前に、商標などを押さえたい', audiences: running, taskIds: [906, 1205] },
	{ slug: 'paperless', text: '紙や表計算の作業に時間を取られている', audiences: running, taskIds: [1202, 1201, 1203] },
	{ slug: 'security', text: '取引先から情報セキュリティの対策を求められた', audiences: running, taskIds: [1204] },
	{ slug: 'ai', text: '生成AIを仕事で使いたいが、何に気をつけるか分からない', audiences: everyone, taskIds: [1206, 1203] },
	{
		slug: 'no-successor',
		text: '後継ぎがいない、会社を譲ることも考えている',
		audiences: ['company', 'family'],
		taskIds: [1003, 1001, 1004],
	},
	{ slug: 'hand-over', text: '子や従業員に、会社と株式を引き継ぎたい', audiences: ['company', 'family'], taskIds: [1001, 1002, 1105] },
	{ slug: 'guarantee', text: '代表を交代したいが、個人保証が残っている', audiences: ['company', 'family'], taskIds: [1006, 1001] },
	{ slug: 'buy-company', text: '会社や事業を買わないかという話がある', audiences: ['company'], taskIds: [1004, 1005, 1003] },
	{ slug: 'died', text: '身内が亡くなり、相続の手続きが必要になった', audiences: ['family'], taskIds: [1101, 1102, 1103] },
	{ slug: 'house-name', text: '不動産の名義が、亡くなった人のままになっている', audiences: ['family'], taskIds: [1102, 1103] },
	{ slug: 'dispute', text: '相続の分け方で、話がまとまらない', audiences: ['family'], taskIds: [1103] },
	{ slug: 'will', text: '遺言を残しておきたい', audiences: ['family'], taskIds: [1104, 1106] },
	{ slug: 'gift', text: '元気なうちに、株式やお金を少しずつ渡したい', audiences: ['family'], taskIds: [1105, 1002] },
	{ slug: 'dementia', text: '親や自分の判断力が落ちたときに備えたい', audiences: ['family'], taskIds: [1106, 1104] },
]

export const findAudience = (slug: string | null) => audiences.find((audience) => audience.slug === slug) ?? null

export const symptomsOf = (audience: Audience) => symptoms.filter((symptom) => symptom.audiences.includes(audience))

/** The symptom of a URL, among those of its audience. */
export const findSymptom = (audience: Audience, slug: string | null) =>
	symptomsOf(audience).find((symptom) => symptom.slug === slug) ?? null

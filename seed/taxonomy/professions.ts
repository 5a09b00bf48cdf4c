import type { ProfessionSlug } from './types.ts'

export type ProfessionSeed = {
	/** 1 to 9, in the order of `ProfessionSlug`. */
	id: number
	slug: ProfessionSlug
	name: string
	/** Hiragana reading of the name; katakana words are written in hiragana too. */
	kana: string
	/** For badges: one character, or 'IT'. */
	shortName: string
	/** Who keeps the register in which staff look a number up. */
	register: string
	/** RegExp source for the registration number. Wide on purpose: a mismatch only warns, staff decide. */
	registrationPattern: string
	/** Two or three sentences: what they do and may do by law. */
	summary: string
	/** The law that defines the profession, or null where none does. */
	titleLaw: string | null
}

export const professions: ProfessionSeed[] = [
	{
		id: 1,
		slug: 'zeirishi',
		name: '税理士',
		kana: 'ぜいりし',
		shortName: '税',
		register: '日本税理士会連合会',
		registrationPattern: '^第?[0-9]{1,6}号?$',
		summary:
			'税務代理、税務書類の作成、税務相談を行う税の専門家です。これらは報酬の有無にかかわらず、原則として税理士と税理士法人などに限られます。会計の記帳や決算、資金繰りの相談にも応じます。',
		titleLaw: '税理士法',
	},
	{
		id: 2,
		slug: 'sharoushi',
		name: '社会保険労務士',
		kana: 'しゃかいほけんろうむし',
		shortName: '労',
		register: '全国社会保険労務士会連合会',
		registrationPattern: '^第?[0-9]{7,8}号?$',
		summary:
			'労働保険・社会保険の書類の作成と提出の代行、就業規則などの帳簿書類の作成を行う人事労務の専門家です。研修と試験を経て付記を受けた特定社会保険労務士は、あっせんなど裁判外の手続きで労働紛争の代理もできます。',
		titleLaw: '社会保険労務士法',
	},
	{
		id: 3,
		slug: 'gyoseishoshi',
		name: '行政書士',
		kana: 'ぎょうせいしょし',
		shortName: '行',
		register: '日本行政書士会連合会',
		registrationPattern: '^第?[0-9]{7,8}号?$',
		summary:
			'官公署に提出する許認可などの書類と、契約書や協議書などの権利義務・事実証明に関する書類を作成します。提出の代理や相談にも応じますが、ほかの法律で制限された業務や、争いのある相手との交渉は行えません。',
		titleLaw: '行政書士法',
	},
	{
		id: 4,
		slug: 'shihoshoshi',
		name: '司法書士',
		kana: 'しほうしょし',
		shortName: '司',
		register: '日本司法書士会連合会',
		registrationPattern: '^(?:[\\u3041-\\u30ff\\u4e00-\\u9fff]{1,10})?\\s*第?\\s*[0-9]{1,6}\\s*号?$',
		summary:
			'会社や不動産の登記、供託の代理と、法務局や裁判所に提出する書類の作成を行います。法務大臣の認定を受けた司法書士は、訴額140万円以下の簡易裁判所の民事事件について代理と相談もできます。',
		titleLaw: '司法書士法',
	},
	{
		id: 5,
		slug: 'bengoshi',
		name: '弁護士',
		kana: 'べんごし',
		shortName: '弁',
		register: '日本弁護士連合会',
		registrationPattern: '^第?[0-9]{4,6}号?$',
		summary:
			'訴訟や交渉の代理、法律相談、契約書の確認など、法律事務の全般を扱います。報酬を得て争いのある法律事務を業として行えるのは、原則として弁護士と弁護士法人に限られます。',
		titleLaw: '弁護士法',
	},
	{
		id: 6,
		slug: 'benrishi',
		name: '弁理士',
		kana: 'べんりし',
		shortName: '理',
		register: '日本弁理士会',
		registrationPattern: '^第?[0-9]{4,6}号?$',
		summary:
			'特許、実用新案、意匠、商標の出願など、特許庁に対する手続きの代理と鑑定を行う知的財産の専門家です。付記を受けた弁理士は、特許などの侵害訴訟で弁護士と共同で代理人になることもできます。',
		titleLaw: '弁理士法',
	},
	{
		id: 7,
		slug: 'shindanshi',
		name: '中小企業診断士',
		kana: 'ちゅうしょうきぎょうしんだんし',
		shortName: '診',
		register: '経済産業省（中小企業診断士登録簿）',
		registrationPattern: '^第?[0-9]{5,7}号?$',
		summary:
			'中小企業の経営の診断と助言を行う専門家として、経済産業大臣の登録を受けた人です。法律による独占業務はなく、経営計画、資金調達、販路、承継などを幅広く支えます。税務や法律事務など、ほかの資格に限られた業務は行えません。',
		titleLaw: '中小企業支援法',
	},
	{
		id: 8,
		slug: 'kaikeishi',
		name: '公認会計士',
		kana: 'こうにんかいけいし',
		shortName: '会',
		register: '日本公認会計士協会',
		registrationPattern: '^第?[0-9]{4,6}号?$',
		summary:
			'財務書類の監査と証明を行う会計の専門家で、財務の調査や資本政策、会計の助言にも応じます。税務の代理や相談を行うには、税理士としての登録などが別に必要です。',
		titleLaw: '公認会計士法',
	},
	{
		id: 9,
		slug: 'it-coordinator',
		name: 'ITコーディネータ',
		kana: 'あいてぃーこーでぃねーた',
		shortName: 'IT',
		register: '特定非営利活動法人ITコーディネータ協会',
		registrationPattern: '^[0-9A-Za-z-]{6,16}$',
		summary:
			'経営とITの両面から、デジタル化の計画、業務の見直し、システムの選定と定着を助ける民間の認定資格者です。法律に基づく独占業務はなく、契約や権利の法的な判断は弁護士などに委ねます。',
		titleLaw: null,
	},
]

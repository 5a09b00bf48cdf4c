import type { ConsentKind } from './tables.ts'

/** What an expert agrees to before submitting an application. A changed text gets a new version and is asked for again. */
export const CONSENT_VERSION = '2026-06-01'

export const consents: readonly { kind: ConsentKind; label: string; text: readonly string[] }[] = [
	{
		kind: 'truth',
		label: '登録する内容が事実であることに同意します',
		text: [
			'資格、登録番号、経歴など、登録する内容は事実です。提出する書類は本人のもので、書き換えていません。',
			'登録の抹消、業務の停止などで内容が変わったときは、14日以内に届け出ます。事実と異なることが分かったときは、掲載が停止されることを承知しています。',
		],
	},
	{
		kind: 'advertising',
		label: '広告と表示の決まりを守ることに同意します',
		text: [
			'所属する会の広告に関する規程と、景品表示法などの法令を守ります。',
			'「必ず許可が取れる」のような結果の保証、根拠のない順位や実績、依頼者の承諾のない事例は載せません。資格で認められていない業務を、できるように書きません。',
		],
	},
	{
		kind: 'antisocial',
		label: '反社会的勢力でないことを表明します',
		text: [
			'私と、私が代表する事務所は、暴力団、暴力団員、これらに準ずる者ではなく、関係も持っていません。将来も持ちません。',
			'暴力的な要求、法的な責任を超えた要求、偽計や威力による業務の妨害を行いません。違反したときは、予告なく登録が取り消されても異議を述べません。',
		],
	},
]

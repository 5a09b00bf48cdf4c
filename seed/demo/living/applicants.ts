import type { Ctx } from '../../../src/domain/shared/context.ts'
import { hours } from '../../../src/domain/shared/japan-time.ts'
import { consents } from '../../../src/domain/experts/registration-consents.ts'
import { saveCredential } from '../../../src/domain/experts/registration-credentials.ts'
import { credentialSchema, parseRegistration, profileSchema } from '../../../src/domain/experts/registration-schemas.ts'
import { saveProfile } from '../../../src/domain/experts/registration-profile.ts'
import { saveConsents } from '../../../src/domain/experts/registration.ts'
import { proofRules } from '../../../src/domain/experts/registration-proofs.ts'
import { redrawDocument } from '../../../src/platform/storage-documents.ts'
import { drawProof } from './proof.ts'

type Applicant = {
	uid: string
	email: string
	lastName: string
	firstName: string
	kana: string
	professionId: number
	number: string
	association: string
	registeredOn: string
	headline: string
	biography: string
	practisingSince: string
	areaIds: string[]
	proof: { title: string; kind: 'pdf' | 'png' }
	hoursAgo: number
	/** The correction requested by a reviewer. */
	returned?: string
}

const applicants: readonly Applicant[] = [
	{
		uid: 'demoApplicant01',
		email: 'minori.kusakabe@example.com',
		lastName: '日下部',
		firstName: '実里',
		kana: 'クサカベ ミノリ',
		professionId: 1,
		number: '第987104号',
		association: '東京税理士会',
		registeredOn: '2019-05-20',
		headline: '個人で始めた仕事の、最初の申告までをお手伝いします',
		biography:
			'会計事務所で7年、フリーランスの方の申告と法人成りを担当してきました。\n独立してからは、請求書の作り方や領収書の残し方など、毎月の手順を一緒に決めるところから始めています。',
		practisingSince: '2016-04',
		areaIds: ['13', '11'],
		proof: { title: '税理士証票', kind: 'pdf' },
		hoursAgo: 52,
	},
	{
		uid: 'demoApplicant02',
		email: 'soichiro.hatano@example.com',
		lastName: '波多野',
		firstName: '壮一郎',
		kana: 'ハタノ ソウイチロウ',
		professionId: 2,
		number: '第98710052号',
		association: '神奈川県社会保険労務士会',
		registeredOn: '2014-10-01',
		headline: '初めて人を雇う会社の、手続きと約束ごとを整えます',
		biography:
			'製造業の人事部に12年勤め、採用から退職までの手続きを担当しました。\n社会保険労務士としては、従業員が10人になるまでの会社を中心に、労働条件通知書と就業規則の作成をお受けしています。',
		practisingSince: '2014-10',
		areaIds: ['14'],
		proof: { title: '社会保険労務士証票', kind: 'png' },
		hoursAgo: 27,
	},
	{
		uid: 'demoApplicant03',
		email: 'chizuru.omoto@example.com',
		lastName: '大元',
		firstName: '千鶴',
		kana: 'オオモト チヅル',
		professionId: 3,
		number: '第98710318号',
		association: '大阪府行政書士会',
		registeredOn: '2021-02-15',
		headline: '飲食店の許可と届出を、内装工事の前から確かめます',
		biography:
			'飲食店の店長を経て行政書士になりました。\n厨房の配置や客席の照明など、工事が終わってからでは直せない条件を、図面の段階で一緒に見ていきます。',
		practisingSince: '2021-02',
		areaIds: ['27', '28'],
		proof: { title: '行政書士証票', kind: 'pdf' },
		hoursAgo: 6,
	},
	{
		uid: 'demoApplicant04',
		email: 'kojiro.uehata@example.com',
		lastName: '上畑',
		firstName: '光二郎',
		kana: 'ウエハタ コウジロウ',
		professionId: 1,
		number: '第987266号',
		association: '名古屋税理士会',
		registeredOn: '2011-08-08',
		headline: '町工場の決算と設備の更新を、数字で支えます',
		biography:
			'機械部品の会社を中心に、決算と設備投資の計画を担当しています。\n工場へ伺い、工程を見せていただいてから、原価の数え方を一緒に決めます。',
		practisingSince: '2011-08',
		areaIds: ['23', '21'],
		proof: { title: '税理士証票', kind: 'png' },
		hoursAgo: 75,
		returned:
			'書類の登録番号と、入力された登録番号の下2桁が違っています。証票をご確認のうえ、番号を直すか、番号の読み取れる書類を添えてください。',
	},
]

/** Three applications that wait for a reviewer, and one returned for correction. These accounts cannot sign in. */
export async function insertApplicants(ctx: Ctx, staffId: string): Promise<void> {
	for (const one of applicants) await insertApplicant(ctx, staffId, one)
}

async function insertApplicant(ctx: Ctx, staffId: string, one: Applicant): Promise<void> {
	const at = new Date(Math.floor(ctx.now().getTime() / 1_000) * 1_000 - hours(one.hoursAgo))
	const { id: userId } = await ctx.db
		.insertInto('users')
		.values({ uid: one.uid, email: one.email, last_name: one.lastName, first_name: one.firstName, has_logged_in: true, created_at: at })
		.returning('id')
		.executeTakeFirstOrThrow()
	const own: Ctx = { ...ctx, now: () => at, viewer: { kind: 'member', userId, uid: one.uid, isExpert: false, roles: [] } }
	const credential = { professionId: `${one.professionId}`, registrationNumber: one.number, association: one.association }
	await saveCredential(own, parseRegistration(credentialSchema(at), { ...credential, registeredOn: one.registeredOn }))
	const tasks = await ctx.db
		.selectFrom('task_professions as p')
		.innerJoin('tasks as t', 't.id', 'p.task_id')
		.select('p.task_id')
		.where('p.profession_id', '=', one.professionId)
		.where('t.published_at', 'is not', null)
		.orderBy('p.task_id')
		.limit(4)
		.execute()
	const profile = {
		displayName: `${one.lastName} ${one.firstName}`,
		kana: one.kana,
		headline: one.headline,
		biography: one.biography,
		practisingSince: one.practisingSince,
		languages: ['日本語'],
		taskIds: tasks.map(({ task_id }) => `${task_id}`),
		areaIds: one.areaIds,
		links: [],
	}
	await saveProfile(own, parseRegistration(profileSchema(at), profile))
	await saveConsents(
		own,
		consents.map(({ kind }) => kind),
	)
	const { id: expertId } = await ctx.db.selectFrom('experts').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
	await addProof(ctx, { one, expertId, at })
	await ctx.db.updateTable('expert_credentials').set({ claimed_at: at }).where('expert_id', '=', expertId).execute()
	const state = one.returned === undefined ? 'submitted' : 'needs_fix'
	await ctx.db.updateTable('experts').set({ state, submitted_at: at }).where('id', '=', expertId).execute()
	if (one.returned === undefined) return
	const decidedAt = new Date(at.getTime() + hours(20))
	await ctx.db
		.insertInto('expert_decisions')
		.values({ expert_id: expertId, state: 'needs_fix', reason: one.returned, decided_by: staffId, decided_at: decidedAt })
		.execute()
}

async function addProof(ctx: Ctx, { one, expertId, at }: { one: Applicant; expertId: number; at: Date }): Promise<void> {
	const [year = '', month = '', day = ''] = one.registeredOn.split('-')
	const drawn = await drawProof(
		{
			title: one.proof.title,
			lines: [
				['氏名', `${one.lastName}　${one.firstName}`],
				['登録番号', one.returned === undefined ? one.number : '第987239号'],
				['登録年月日', `${year}年${Number(month)}月${Number(day)}日`],
				['所属会', one.association],
			],
			foot: '上記の者は、名簿に登録されていることを証する。',
		},
		one.proof.kind,
	)
	const proof = await redrawDocument(drawn, proofRules)
	const { id } = await ctx.db.selectFrom('expert_credentials').select('id').where('expert_id', '=', expertId).executeTakeFirstOrThrow()
	// The same name at every attempt: one that was rolled back leaves nothing behind.
	const name = `${one.uid}-proof.${proof.extension}`
	await ctx.storage.write(`proofs/${name}`, proof.content)
	await ctx.db
		.insertInto('proof_files')
		.values({
			credential_id: id,
			name,
			extension: proof.extension,
			byte_count: proof.content.length,
			page_count: proof.pages,
			uploaded_at: at,
			purge_at: null,
		})
		.execute()
}

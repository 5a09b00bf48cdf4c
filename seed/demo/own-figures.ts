import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../src/domain/context.ts'
import { businessMinutes } from '../../src/domain/leads/inquiry-reply-time.ts'

const DAYS = 180
const subject = '開業一年目の記帳と確定申告の相談'

const asked =
	'三鷹で焼き菓子の店を始めて、半年になります。売上は月に四十万円ほどです。\n会計ソフトは入れましたが、家賃と車の費用の分け方が分からないままです。来年の確定申告までお願いした場合の費用と、いま準備しておくものを教えていただけますか。'
const answered =
	'お問い合わせありがとうございます。三鷹つむぎ税理士事務所の森川です。\n開業一年目でしたら、記帳の確認を三か月に一度、申告を年に一度という形をおすすめしています。費用は取引の数で変わりますので、直近一か月の売上と支払いの件数をお知らせください。\nいまのうちに、開業届の控え、賃貸借契約書、車検証の三つをお手元にご用意いただけると話が早く進みます。'

/** What makes the demo's own pages worth a look: the expert's figures of half a year, and a talk with the demo's member. */
export async function insertDemoFigures(db: Kysely<Database>): Promise<void> {
	const { rows } = await sql<{ expert_id: number; expert_user: string; expert_name: string; office_id: number; member_id: string }>`
		select e.id as expert_id, u.id as expert_user, e.display_name as expert_name, m.office_id, member.id as member_id
		from users u
		join experts e on e.user_id = u.id and e.state = 'verified'
		join office_members m on m.expert_id = e.id
		join users member on member.email = 'member@example.com'
		where u.email = 'expert@example.com'
			and not exists (select from page_views)
			and not exists (select from inquiries i where i.user_id = member.id)
		order by m.office_id limit 1
	`.execute(db)
	const [cast] = rows
	if (!cast) return
	await db.transaction().execute(async (trx) => {
		await sql`
			insert into page_views (kind, target_id, day, view_count)
			select g.kind, g.id, d.day::date,
				(g.base * case when extract(isodow from d.day) > 5 then 0.45 else 1 end + mod(abs(hashint8(extract(epoch from d.day)::bigint + g.id)), g.spread))::integer
			from (values ('office', ${cast.office_id}::integer, 26, 17), ('expert', ${cast.expert_id}::integer, 9, 11)) as g (kind, id, base, spread)
			cross join generate_series(current_date - ${sql.lit(DAYS)}::integer, current_date - 1, interval '1 day') as d (day)
		`.execute(trx)
		await insertTalk(trx, cast)
	})
}

async function insertTalk(
	trx: Transaction<Database>,
	cast: { office_id: number; member_id: string; expert_user: string; expert_name: string },
): Promise<void> {
	const at = new Date(Date.now() - 3 * 86_400_000)
	const replied = new Date(at.getTime() + 50 * 60_000)
	const { id } = await trx
		.insertInto('inquiries')
		.values({
			office_id: cast.office_id,
			user_id: cast.member_id,
			task_id: 503,
			subject,
			contact_name: '見本 花子',
			client_key: 'demo-inquiry-of-the-member',
			created_at: at,
			last_message_at: replied,
			first_reply_at: replied,
			first_reply_minutes: businessMinutes(at, replied),
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	const say = (side: 'user' | 'office', body: string, when: Date) =>
		trx
			.insertInto('inquiry_messages')
			.values({
				inquiry_id: id,
				side,
				author_id: side === 'user' ? cast.member_id : cast.expert_user,
				author_name: side === 'user' ? '見本 花子' : cast.expert_name,
				body,
				client_key: `demo-inquiry-${side}`,
				created_at: when,
			})
			.returning('id')
			.executeTakeFirstOrThrow()
	const question = await say('user', asked, at)
	const answer = await say('office', answered, replied)
	await trx
		.updateTable('inquiries')
		.set({
			last_user_message_id: question.id,
			last_office_message_id: answer.id,
			user_seen_id: question.id,
			office_seen_id: answer.id,
		})
		.where('id', '=', id)
		.execute()
}

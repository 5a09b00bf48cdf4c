import { checkedSql, int4, storedJson, text, textArray } from '../../../platform/checked-sql.ts'
import { lineAmount, type QuoteLine, quoteTotals } from '../../estimates/estimate-quote.ts'
import type { Access } from '../../inquiries/inquiry-access.ts'
import type { Ctx } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { yen } from '../../shared/yen.ts'
import { findProfession, type ProfessionSlug } from '../../taxonomy/attributes.ts'
import { BLANK, type LetterValues } from './letter-texts.ts'

const selectBasis = checkedSql({
	subject: text,
	task_name: text.nullable,
	office_name: text,
	representative: text,
	address: text,
	professions: textArray,
	quote_id: int4.nullable,
	quote_version: int4.nullable,
	lines: storedJson<QuoteLine[]>().nullable,
	expenses: int4.nullable,
})

/** What is filled into a letter: from the newest quote of the case, where there is one. */
export async function readBasis(ctx: Ctx, access: Access): Promise<{ values: LetterValues; profession: ProfessionSlug | null }> {
	const { rows } = await selectBasis`
		select i.subject, t.name as task_name, o.name as office_name, o.representative, p.name || m.name || o.address_line as address,
			array(
				select pr.slug from office_members om join experts e on e.id = om.expert_id and e.state = 'verified'
				join expert_credentials ec on ec.expert_id = e.id
				join professions pr on pr.id = ec.profession_id
				where om.office_id = o.id order by om.position, e.id, pr.id
			) as professions,
			q.id as quote_id, q.version as quote_version, q.lines, q.expenses
		from inquiries i
		join offices o on o.id = i.office_id
		join prefectures p on p.id = o.prefecture_id
		join municipalities m on m.id = o.municipality_id
		left join tasks t on t.id = i.task_id
		left join lateral (
			select q.id, q.version, q.lines, q.expenses from estimate_quotes q where q.delivery_id = i.delivery_id order by q.version desc limit 1
		) q on true
		where i.id = ${access.id}::integer
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('inquiry')
	const totals = row.lines === null ? null : quoteTotals(row.lines, row.expenses ?? 0)
	const [slug] = row.professions
	return {
		profession: slug === undefined ? null : (findProfession(slug)?.slug ?? null),
		values: {
			依頼者: access.contactName,
			事務所: row.office_name,
			代表者: row.representative === '' ? access.ownName : row.representative,
			所在地: row.address,
			業務: row.task_name ?? row.subject,
			報酬: totals === null ? `金${BLANK}円（消費税込み）` : `金${(totals.subtotal + totals.tax).toLocaleString('ja-JP')}円（消費税込み）`,
			内訳:
				row.lines === null
					? `　${BLANK}`
					: row.lines
							.map((line) => `　${line.name}　${line.quantity.toLocaleString('ja-JP')}${line.unit}　${yen(lineAmount(line))}（税抜）`)
							.join('\n'),
			実費: totals === null ? `${BLANK}円` : totals.expenses === 0 ? '0円' : `見積額 ${yen(totals.expenses)}`,
			見積書: row.quote_id === null ? BLANK : `番号 ${row.quote_id}-${row.quote_version}`,
		},
	}
}

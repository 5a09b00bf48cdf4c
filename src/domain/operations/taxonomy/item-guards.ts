import { checkedSql, text, textArray } from '../../../platform/checked-sql.ts'
import type { Ctx } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { type Fields, grantLabel, grantName, type ItemField, type ItemName } from '../../taxonomy/editing/item-fields.ts'
import type { ItemState } from '../../taxonomy/editing/merge.ts'
import { subQualifications } from '../../taxonomy/attributes.ts'
import { professions } from '../../taxonomy/attributes.ts'

type Db = Pick<Ctx, 'db'>

/** The laws and credentials among which the form of a part offers a choice. */
export async function readPartChoices({ db }: Db): Promise<Readonly<Record<'law' | 'grants', NonNullable<ItemField['choices']>>>> {
	const laws = await db.selectFrom('reservation_laws').select(['slug', 'name', 'articles']).orderBy('id').execute()
	const pairs = await db
		.selectFrom('sub_qualification_professions')
		.selectAll()
		.orderBy('profession_id')
		.orderBy('sub_qualification_id')
		.execute()
	const names = [
		...professions.map(({ id }) => grantName(id, null)),
		...pairs
			.filter(({ sub_qualification_id }) => sub_qualification_id <= subQualifications.length)
			.map(({ profession_id, sub_qualification_id }) => grantName(profession_id, sub_qualification_id)),
	]
	return {
		law: laws.map(({ slug, name, articles }) => ({ value: slug, label: `${name} ${articles}` })),
		grants: names.map((value) => ({ value, label: grantLabel(value) })),
	}
}

const refuse = (field: string, sentence: string) =>
	new DomainError('invalid', 'the law does not allow it', { fields: { [field]: sentence } })

/**
 * Throws `invalid` for what staff may not publish: parts that would let somebody do what the law reserves to others, and references
 * to what is not there. The content of the repository, which is reviewed against the law, says how wide a law may be read: staff
 * narrow it on the site and widen it nowhere.
 */
export async function assertPublishable(ctx: Db, name: ItemName, state: ItemState | null, fields: Fields): Promise<void> {
	if (name.kind === 'task') await assertTools(ctx, fields)
	if (name.kind === 'part') await assertLawful(ctx, name, state, fields)
}

async function assertTools({ db }: Db, { tools }: Fields): Promise<void> {
	const slugs = Array.isArray(tools) ? tools.filter((one) => typeof one === 'string') : []
	const rows = slugs.length === 0 ? [] : await db.selectFrom('tools').select('slug').where('slug', 'in', slugs).execute()
	const missing = slugs.filter((slug) => !rows.some((row) => row.slug === slug))
	if (missing.length > 0) throw refuse('tools', `「${missing.join('」「')}」という道具はありません。道具の短い名前を書いてください。`)
}

const selectReading = checkedSql({ law: text, grants: textArray })

async function assertLawful({ db }: Db, { key }: ItemName, state: ItemState | null, { law, grants }: Fields): Promise<void> {
	const holders = Array.isArray(grants) ? grants.filter((one) => typeof one === 'string') : []
	const isGate = Number(key) <= 1_000
	if (isGate && law === null)
		throw refuse('law', 'カテゴリーの入口には、法律が要ります。だれでも答えられるカテゴリーには、入口を作りません。')
	if (law !== null && holders.length === 0) throw refuse('grants', '法律で独占される部分には、行える資格を選んでください。')
	if (law === null && holders.length > 0) throw refuse('grants', '法律のない部分は、だれでも行えます。資格を外すか、法律を選んでください。')
	const content = state?.content ?? null
	if (content && content['law'] !== null) {
		if (law !== content['law'])
			throw refuse(
				'law',
				'リポジトリの内容が独占とする部分の法律は、画面では外せません。法律の読み方を変えるときは、内容の変更として確認を受けてください。',
			)
		assertNarrower(holders, content['grants'])
		return
	}
	if (typeof law !== 'string') return
	const { rows } = await selectReading`
		select content ->> 'law' as law, array_agg(distinct holder) as grants
		from taxonomy_items, jsonb_array_elements_text(content -> 'grants') holder
		where kind = 'part' and content ->> 'law' = ${law} group by 1
	`.execute(db)
	assertNarrower(holders, rows[0]?.grants ?? [])
}

function assertNarrower(holders: readonly string[], allowed: Fields[string] | undefined): void {
	const known = Array.isArray(allowed) ? allowed.filter((one) => typeof one === 'string') : []
	const wider = holders.filter((holder) => !known.includes(holder))
	if (wider.length > 0)
		throw refuse(
			'grants',
			`${wider.map(grantLabel).join('、')}は、この法律の部分を行えません。画面では、行える資格を狭めることだけができます（いまの範囲：${known.map(grantLabel).join('、')}）。`,
		)
}

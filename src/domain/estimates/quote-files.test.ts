import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { as, makeMember, refusal } from '../questions/questions-for-test.ts'
import { estimateConsents } from './estimate-input.ts'
import { listLeads, sendQuote } from './estimate-leads.ts'
import { sendDraft } from './estimate-sending.ts'
import { leadsCtx, makeDraft, makeOwnedOffice, makeVerifiedMember, quoteInput } from './estimates-for-test.ts'
import { purgeQuoteFiles } from './quote-file-purge.ts'
import { readQuoteFile } from './quote-files.ts'

test('the file of a quote is made once, encrypted, and forgotten with the name of its client', () =>
	withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const client = as(ctx, await makeVerifiedMember(ctx))
		const { officeId, owner } = await makeOwnedOffice(ctx)
		const office = as(ctx, owner)
		await sendDraft(
			client,
			await makeDraft(client, [officeId]),
			estimateConsents.map(({ kind }) => kind),
		)
		await sendQuote(office, (await listLeads(office, null)).items[0]?.id ?? 0, quoteInput())
		const { id: quoteId } = await ctx.db.selectFrom('estimate_quotes').select('id').executeTakeFirstOrThrow()
		const first = await readQuoteFile(client, quoteId, [])
		const files = () => ctx.db.selectFrom('quote_files').selectAll().execute()
		const [kept] = await files()
		// The second reader gets the kept bytes: those of a drawing differ in their time.
		expect(Buffer.from((await readQuoteFile(office, quoteId, [])).content).equals(Buffer.from(first.content))).toBe(true)
		expect(await files()).toHaveLength(1)
		expect((await ctx.storage.read(kept?.stored_name ?? ''))?.includes('%PDF')).toBe(false)
		expect(await refusal(readQuoteFile(as(ctx, await makeMember(ctx)), quoteId, []))).toBe('not-found')
		expect(await purgeQuoteFiles(ctx, ctx.storage)).toBe(0)
		await sql`update estimate_requests set contact_name = null, email = null, phone = null`.execute(ctx.db)
		expect(await purgeQuoteFiles(ctx, ctx.storage)).toBe(1)
		expect(await ctx.storage.read(kept?.stored_name ?? '')).toBeNull()
	}))

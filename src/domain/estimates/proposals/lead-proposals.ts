import { writeText } from '../../accounts/mailing/mail-words.ts'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import type { Ctx } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { counselIds } from '../../taxonomy/attributes.ts'
import { careForLead } from '../estimate-care.ts'
import { notifyRequester } from '../estimate-context.ts'
import { MAX_OFFICES, MAX_PROPOSALS, type ProposalState } from '../estimate-input.ts'
import { type ProposedOffice, proposeOffices, readNames, receivableOffices } from '../estimate-offices.ts'
import { readRequest } from '../estimate-reading.ts'
import { changeOpen, conflict, deliverTo, isOpen, type RequestKey } from '../estimate-requests.ts'
import { estimateTexts } from '../estimate-words.ts'

/**
 * Offices that support proposes to a client without a quote. A proposal discloses nothing: the request goes to an office only
 * when the client chooses it (弁護士法72条, 司法書士法73条). Offices with a 弁護士 or 司法書士 are never proposed.
 */
export type LeadProposals = {
	proposed: { officeId: number; name: string; state: ProposalState }[]
	/** How many more offices may be proposed now. */
	places: number
	/** In the order of the public list. */
	offices: ProposedOffice[]
}

/** Returns what was proposed so far, and the offices that may be proposed now: none for a request that is closed or has a quote. */
export async function readLeadProposals(ctx: StaffCtx, requestId: number): Promise<LeadProposals> {
	requireStaff(ctx, 'support')
	const request = await readRequest(ctx, requestId)
	if (!request) throw notFound('estimate')
	const [proposed, places] = await Promise.all([listProposals(ctx, requestId), freePlaces(ctx, requestId)])
	const { state, expiresAt, task } = request.facts
	if (state !== 'sent' || !isOpen({ state, expires_at: new Date(expiresAt) }, ctx.now()) || places === 0)
		return { proposed, places: 0, offices: [] }
	const asked = await ctx.db.selectFrom('estimate_deliveries').select('office_id').where('request_id', '=', requestId).execute()
	const offices = await proposeOffices(ctx, {
		...request.place,
		taskId: task.id,
		chosen: [],
		except: [...asked.map((delivery) => delivery.office_id), ...proposed.map(({ officeId }) => officeId)],
	})
	const counsel = await counselAmong(
		ctx,
		offices.map(({ id }) => id),
	)
	return { proposed, places, offices: offices.filter(({ id }) => !counsel.has(id)) }
}

/** Proposes offices to the client, who gets a notice. Throws `invalid` for an office that cannot be proposed, `conflict` without a free place. */
export async function proposeToClient(ctx: StaffCtx, requestId: number, officeIds: readonly number[]): Promise<void> {
	const names = (await readNames(ctx, officeIds)).map(({ name }) => name)
	await careForLead(ctx, requestId, 'propose', names.join('、'), async (trx, request, occasion, careId) => {
		const places = await freePlaces(trx, requestId)
		if (places === 0)
			throw conflict(
				`いま案内できる数の上限に達しています（回答待ちと案内中を合わせて${MAX_OFFICES}か所、1つの依頼に${MAX_PROPOSALS}か所まで）。`,
			)
		if (officeIds.length > places) throw invalidOffices(`いま案内できるのは、あと${places}か所です。`)
		const [receivable, counsel] = await Promise.all([receivableOffices(trx, request.task_id, officeIds), counselAmong(trx, officeIds)])
		if (officeIds.some((id) => !receivable.has(id) || counsel.has(id)))
			throw invalidOffices('案内できない事務所が含まれています。一覧から選び直してください。')
		const made = await trx.db
			.insertInto('lead_proposals')
			.columns(['request_id', 'office_id', 'care_id'])
			.expression((eb) =>
				eb
					.selectFrom('offices as o')
					.select([eb.val(requestId).as('request_id'), 'o.id', eb.val(careId).as('care_id')])
					.where('o.id', 'in', [...officeIds])
					.where((e) =>
						e.not(
							e.exists(
								e
									.selectFrom('estimate_deliveries as d')
									.select('d.id')
									.where('d.request_id', '=', requestId)
									.whereRef('d.office_id', '=', 'o.id'),
							),
						),
					),
			)
			.onConflict((onConflict) => onConflict.doNothing())
			.returning('office_id')
			.execute()
		if (made.length < officeIds.length) throw invalidOffices('すでに依頼したか、案内した事務所が含まれています。')
		await notifyRequester(trx, request, occasion, writeText(trx.site, estimateTexts.proposed, { 事務所の数: `${made.length}` }))
	})
}

/** The open proposals of a request that may still be accepted, for the client. */
export async function readOpenProposals(ctx: Ctx, requestId: number, taskId: number): Promise<ProposedOffice[]> {
	const open = (await listProposals(ctx, requestId)).filter(({ state }) => state === 'open').map(({ officeId }) => officeId)
	const receivable = await receivableOffices(ctx, taskId, open)
	const offices = await readNames(
		ctx,
		open.filter((id) => receivable.has(id)),
	)
	return offices.map((office) => ({ ...office, reasons: [], isChosen: false }))
}

/**
 * The client sends the request to some of the proposed offices. The others stay proposed. Each takes the place of an office that
 * has declined or not answered where there is one.
 */
export async function acceptProposals(ctx: Ctx, key: RequestKey, officeIds: readonly number[]): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		const proposed = await listProposals(trx, request.id)
		const receivable = await receivableOffices(trx, request.task_id, officeIds)
		if (!officeIds.every((id) => receivable.has(id) && proposed.some((one) => one.officeId === id && one.state === 'open')))
			throw invalidOffices('いまは頼めない事務所が含まれています。選び直してください。')
		const deliveries = await trx.db
			.selectFrom('estimate_deliveries as d')
			.leftJoin('estimate_deliveries as n', 'n.replaces_id', 'd.id')
			.select(['d.id', 'd.state'])
			.where('d.request_id', '=', request.id)
			.where('n.id', 'is', null)
			.orderBy('d.id')
			.execute()
		const over = deliveries.filter(({ state }) => state === 'declined' || state === 'timed_out').map(({ id }) => id)
		const places = MAX_OFFICES - deliveries.length + over.length
		if (officeIds.length > places)
			throw invalidOffices(`同時に頼めるのは${MAX_OFFICES}か所までです。いま頼めるのは、あと${places}か所です。`)
		for (const [place, officeId] of officeIds.entries())
			if (!(await deliverTo(trx, request, officeId, over[place] ?? null))) throw invalidOffices('すでに依頼した事務所が含まれています。')
	})
}

/** The client wants none of the proposed offices. Idempotent. */
export async function refuseProposals(ctx: Ctx, key: RequestKey): Promise<void> {
	await changeOpen(ctx, key, async (trx, request) => {
		const open = (await listProposals(trx, request.id)).filter(({ state }) => state === 'open').map(({ officeId }) => officeId)
		if (open.length > 0) await refuseAll(trx, request.id, open)
	})
}

const refuseAll = (ctx: Ctx, requestId: number, officeIds: readonly number[]) =>
	ctx.db
		.updateTable('lead_proposals')
		.set({ state: 'refused', decided_at: ctx.now() })
		.where('request_id', '=', requestId)
		.where('office_id', 'in', [...officeIds])
		.where('state', '=', 'open')
		.execute()

const invalidOffices = (sentence: string) =>
	new DomainError('invalid', 'these offices cannot be chosen', { fields: { officeId: sentence } })

async function listProposals(ctx: Ctx, requestId: number): Promise<LeadProposals['proposed']> {
	const rows = await ctx.db
		.selectFrom('lead_proposals as p')
		.innerJoin('offices as o', 'o.id', 'p.office_id')
		.select(['p.office_id', 'o.name', 'p.state'])
		.where('p.request_id', '=', requestId)
		.orderBy('p.care_id')
		.orderBy('p.office_id')
		.execute()
	return rows.map(({ office_id: officeId, ...row }) => ({ officeId, ...row }))
}

/** How many offices may still be proposed: no more than may be asked at a time, and not without end. */
async function freePlaces(ctx: Ctx, requestId: number): Promise<number> {
	const [answering, proposed] = await Promise.all([
		ctx.db
			.selectFrom('estimate_deliveries')
			.select((eb) => eb.fn.countAll<string>().as('n'))
			.where('request_id', '=', requestId)
			.where('state', 'in', ['delivered', 'viewed', 'quoted'])
			.executeTakeFirstOrThrow(),
		listProposals(ctx, requestId),
	])
	const open = proposed.filter(({ state }) => state === 'open').length
	return Math.max(0, Math.min(MAX_OFFICES - Number(answering.n) - open, MAX_PROPOSALS - proposed.length))
}

async function counselAmong(ctx: Ctx, officeIds: readonly number[]): Promise<Set<number>> {
	if (officeIds.length === 0) return new Set()
	const rows = await ctx.db
		.selectFrom('office_professions')
		.select('office_id')
		.where('office_id', 'in', [...officeIds])
		.where('profession_id', 'in', counselIds)
		.execute()
	return new Set(rows.map((row) => row.office_id))
}

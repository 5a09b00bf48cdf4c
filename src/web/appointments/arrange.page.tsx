import { redirect } from 'react-router'
import { kindLabels } from '../../domain/appointments/appointment-input.ts'
import { acceptProposal, answerSchema, closeProposal, proposalSchema, proposeTimes } from '../../domain/appointments/proposals.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { appointmentPath, arrangePath, bookingPath, inquiryPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { afterAct, samePage } from '../forms/after-act.server.ts'
import { noFields } from '../forms/form-fields.server.ts'
import { formStateFor } from '../forms/form-state.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { useItemPath } from '../layout/work/use-item-path.ts'
import { Link } from '../ui/link.tsx'
import formStyles from '../forms/form.module.css'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/arrange.page'
import { Answer, Propose, Sent } from './arrange-forms.tsx'
import { readArrangement } from './arrange.server.ts'
import styles from './appointments.module.css'

const movedId = (request: Request): number | null => {
	const given = parseId(new URL(request.url).searchParams.get('move') ?? '')
	return given === 0 ? null : given
}

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	...(await readArrangement(ctx, parseId(params.id), movedId(request))),
	done: new URL(request.url).searchParams.get('done'),
	csrfToken: formToken(context, request),
	clientKey: newClientKey(),
}))

export const action = pageAction({
	propose: {
		input: proposalSchema,
		async run(ctx, proposal, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			await proposeTimes(ctx, id, proposal, movedId(request))
			return redirect(afterAct(request, arrangePath(id, { done: 'proposed' }), { done: 'propose', item: `proposal-${id}` }), 303)
		},
	},
	accept: {
		input: answerSchema,
		async run(ctx, answer, { params }: Route.ActionArgs) {
			const made = await acceptProposal(ctx, parseId(params.id), answer)
			return redirect(appointmentPath(made.id, { done: 'booked' }), 303)
		},
	},
	close: {
		input: noFields,
		async run(ctx, _input, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			await closeProposal(ctx, id)
			return redirect(samePage(request, arrangePath(id, { done: 'closed' }), 'closed'), 303)
		},
	},
})

const doneTexts: Readonly<Record<string, string>> = {
	proposed: '候補を送りました。相談する方が選ぶと、面談が決まり、お知らせが届きます。',
	closed: '候補を閉じました。',
}

export default function ArrangePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { thread, closed, canBook, ahead, proposal, moved, done, csrfToken, clientKey } = loaderData
	const { id, side, officeId, officeName, contactName } = thread
	const itemPath = useItemPath()
	const other = side === 'user' ? officeName : `${contactName}さん`
	return (
		<div className={stack.narrow}>
			<Head title={`面談の日時：${other}`} description="面談の日時を決めます。" path={arrangePath(id)} noindex />
			<p>
				<Link to={itemPath('inquiries', id, inquiryPath(id))}>メッセージのやり取りへ</Link>
			</p>
			<h2>{`${other}との面談の日時`}</h2>
			{done !== null && doneTexts[done] && !formState && <output className={notice.saved}>{doneTexts[done]}</output>}
			{ahead.length > 0 && (
				<ul className={styles.list} aria-label="決まっている面談">
					{ahead.map((one) => (
						<li key={one.id} className={styles.card}>
							<Link to={itemPath('appointments', one.id, appointmentPath(one.id))} className={styles.when}>
								{one.when}
							</Link>
							<span>{kindLabels[one.kind]}</span>
						</li>
					))}
				</ul>
			)}
			{closed !== null ? (
				<p className={formStyles.note}>{closed}</p>
			) : side === 'user' ? (
				<>
					{proposal ? (
						<Answer data={loaderData} csrfToken={csrfToken} proposal={proposal} formState={formState} />
					) : (
						ahead.length === 0 && !canBook && <p>事務所から日時の候補が届くと、ここで選べます。メッセージで希望をお伝えください。</p>
					)}
					{canBook && (
						<p>
							<Link className="button" data-kind={proposal ? 'quiet' : undefined} to={bookingPath(officeId, { inquiry: id })}>
								空いている日時から予約する
							</Link>
						</p>
					)}
				</>
			) : (
				<>
					{proposal && <Sent data={loaderData} csrfToken={csrfToken} proposal={proposal} />}
					{(ahead.length === 0 || moved !== null) && (
						<Propose data={loaderData} keys={{ csrfToken, clientKey }} formState={formStateFor(formState, 'propose')} />
					)}
				</>
			)}
		</div>
	)
}

import { redirect } from 'react-router'
import { cancelAppointment, cancelSchema, moveAppointment } from '../../domain/appointments/appointment-changes.ts'
import { isAhead, openAppointment, placeOf } from '../../domain/appointments/appointment-access.ts'
import { kindLabels, spanText } from '../../domain/appointments/appointment-input.ts'
import { getBookingPage, moveSchema } from '../../domain/appointments/booking.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { appointmentFilePath, appointmentPath, appointmentsPath, arrangePath, inquiryPath, officePath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { afterAct } from '../forms/after-act.server.ts'
import { useIsInbox } from '../layout/work/use-is-inbox.ts'
import { useItemPath } from '../layout/work/use-item-path.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { formStateFor, type FormState, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { TextArea } from '../forms/text-area.tsx'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { FactList } from '../ui/fact-list.tsx'
import { Link } from '../ui/link.tsx'
import formStyles from '../forms/form.module.css'
import notice from '../ui/notice.module.css'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/appointment.page'
import styles from './appointments.module.css'
import { SlotChoice, viewDays } from './slot-choice.tsx'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const appointment = await openAppointment(ctx, parseId(params.id))
	const { searchParams } = new URL(request.url)
	const canChange = isAhead(appointment, ctx.now())
	const from = searchParams.get('from')
	const free =
		canChange && appointment.side === 'user' && appointment.isOfficePublic
			? await getBookingPage(ctx, appointment.officeId, { from })
			: null
	const { id, side, officeId, officeName, isOfficePublic, inquiryId, contactName, kind, phone, onlineUrl } = appointment
	return {
		appointment: { id, side, officeId, officeName, isOfficePublic, inquiryId, contactName, kind, phone, onlineUrl },
		when: spanText(appointment.beginsAt, appointment.endsAt),
		place: placeOf(appointment),
		isOver: appointment.endsAt <= ctx.now(),
		cancelled: appointment.cancelledAt === null ? null : { by: appointment.cancelledBy ?? 'user', reason: appointment.cancelReason },
		canChange,
		days: free === null || free.closed !== null ? [] : viewDays(free.days),
		nextFrom: free?.nextFrom ?? null,
		from,
		done: searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	move: {
		input: moveSchema,
		async run(ctx, { slot }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await moveAppointment(ctx, id, slot)
			return redirect(appointmentPath(id, { done: 'moved' }), 303)
		},
	},
	cancel: {
		input: cancelSchema,
		async run(ctx, reason, { params, request }: Route.ActionArgs) {
			const id = parseId(params.id)
			await cancelAppointment(ctx, id, reason)
			return redirect(afterAct(request, appointmentPath(id, { done: 'cancelled' }), { done: 'cancel', item: `appointment-${id}` }), 303)
		},
	},
})

const doneTexts: Readonly<Record<string, string>> = {
	booked: '予約しました。確認のメールを、カレンダーに入れられるファイルと一緒にお送りします。前日にもお知らせします。',
	moved: '日時を変更しました。相手にもお知らせしました。',
	cancelled: 'キャンセルしました。相手にもお知らせしました。',
}

export default function AppointmentPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { appointment, isOver, cancelled, canChange, done } = loaderData
	const isInbox = useIsInbox()
	const itemPath = useItemPath()
	const { id, side, officeName, contactName } = appointment
	const other = side === 'user' ? officeName : `${contactName}さん`
	return (
		<div className={stack.narrow}>
			<Head title={`面談：${other}`} description="面談の予約です。" path={appointmentPath(id)} noindex />
			{!isInbox && (
				<p>
					<Link to={appointmentsPath()}>面談の一覧へ</Link>
				</p>
			)}
			<h2>{`${other}との面談`}</h2>
			{done !== null && doneTexts[done] && !formState && <output className={notice.saved}>{doneTexts[done]}</output>}
			{cancelled && done !== 'cancelled' && (
				<p className={formStyles.warning}>
					{`この面談は${cancelled.by === side ? 'あなたが' : `${other}の都合により`}キャンセル${cancelled.by === side ? 'しました' : 'されました'}。`}
					{cancelled.reason !== '' && `理由：${cancelled.reason}`}
				</p>
			)}
			{!cancelled && isOver && <p className={formStyles.note}>この面談の日時は過ぎました。</p>}
			<Facts {...loaderData} />
			<p className={styles.ways}>
				<Link to={itemPath('inquiries', appointment.inquiryId, inquiryPath(appointment.inquiryId))}>メッセージのやり取りを開く</Link>
				{cancelled && (
					<Link to={itemPath('arrangements', appointment.inquiryId, arrangePath(appointment.inquiryId))}>別の日時を決める</Link>
				)}
				{!cancelled && (
					<a href={appointmentFilePath(id)} download="appointment.ics">
						カレンダーに入れる（ICS）
					</a>
				)}
			</p>
			{canChange && <Changes data={loaderData} formState={formState} />}
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']

function Facts({ appointment, when, place, cancelled }: Data) {
	const { side, kind, phone, onlineUrl, officeId, officeName, isOfficePublic, contactName } = appointment
	return (
		<FactList
			rows={[
				{ label: '日時', value: when },
				{ label: '方法', value: kindLabels[kind] },
				...(kind === 'online' && onlineUrl !== null && !cancelled
					? [
							{
								label: '接続先',
								value: (
									<a href={onlineUrl} rel="noopener nofollow" target="_blank">
										{onlineUrl}
									</a>
								),
							},
						]
					: []),
				...(kind === 'in_person' ? [{ label: '場所', value: place }] : []),
				...(phone !== null ? [{ label: side === 'user' ? '電話を受ける番号' : '電話をかける番号', value: phone }] : []),
				{ label: '事務所', value: isOfficePublic ? <Link to={officePath(officeId)}>{officeName}</Link> : officeName },
				...(side === 'office' ? [{ label: '相談する方', value: `${contactName}さん` }] : []),
			]}
		/>
	)
}

function Changes({ data: { appointment, days, nextFrom, from, csrfToken }, formState }: { data: Data; formState: FormState | undefined }) {
	const { id, side, inquiryId } = appointment
	const itemPath = useItemPath()
	const moving = formStateFor(formState, 'move')
	const cancelling = formStateFor(formState, 'cancel')
	return (
		<>
			{side === 'office' ? (
				<p>
					<Link
						className="button"
						data-kind="quiet"
						to={itemPath('arrangements', inquiryId, arrangePath(inquiryId, { move: id }), { move: `${id}` })}
					>
						別の日時を提案する
					</Link>
				</p>
			) : (
				days.length > 0 && (
					<details className={styles.fold} open={moving !== undefined || from !== null}>
						<summary>日時を変更する</summary>
						<form method="post" className={formStyles.form}>
							<ErrorSummary formState={moving} />
							<HiddenFields csrfToken={csrfToken} intent="move" />
							<SlotChoice
								days={days}
								chosen={textIn(moving?.values, 'slot')}
								error={moving?.fields['slot']}
								next={nextFrom === null ? null : appointmentPath(id, { from: nextFrom })}
								first={from === null ? null : appointmentPath(id)}
							/>
							<div>
								<button type="submit" className="button">
									この日時に変更する
								</button>
							</div>
						</form>
					</details>
				)
			)}
			<details className={styles.fold} open={cancelling !== undefined}>
				<summary data-desk-key="e">キャンセルする</summary>
				<form method="post" className={formStyles.form}>
					<ErrorSummary formState={cancelling} />
					<HiddenFields csrfToken={csrfToken} intent="cancel" />
					<TextArea id="reason" name="reason" label="理由" hint="相手に伝わります。" optional rows={2} formState={cancelling} />
					<div>
						<button type="submit" className="button" data-kind="danger">
							この面談をキャンセルする
						</button>
					</div>
				</form>
			</details>
		</>
	)
}

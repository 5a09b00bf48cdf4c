import { redirect } from 'react-router'
import { bookingSchema, bookSlot, getBookingPage } from '../../domain/appointments/booking.ts'
import { isSideOf } from '../../domain/inquiries/inquiry-access.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { appointmentPath, askOfficePath, bookingPath, officePath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { newClientKey } from '../forms/client-key.server.ts'
import { formAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import formStyles from '../forms/form.module.css'
import type { Route } from './+types/booking.page'
import { BookingForm } from './booking-form.tsx'
import { viewDays } from './slot-choice.tsx'

/** The thread that the booking goes on with; anything that is not the viewer's is left out. */
const inquiryOf = (request: Request): number | null => {
	const given = parseId(new URL(request.url).searchParams.get('inquiry') ?? '')
	return given === 0 ? null : given
}

/** Open to visitors, who see what is free before they sign in. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const from = searchParams.get('from')
	const isVisitor = ctx.viewer.kind === 'visitor'
	const inquiry = inquiryOf(request)
	const { days, ...page } = await getBookingPage(ctx, parseId(params.id), { from })
	return {
		...page,
		days: viewDays(days),
		inquiryId: inquiry !== null && !isVisitor && (await isSideOf(ctx, inquiry)) ? inquiry : null,
		isLater: from !== null,
		isVisitor,
		csrfToken: formToken(context, request),
		clientKey: newClientKey(),
	}
})

export const action = formAction({
	input: (_ctx, { request }) => bookingSchema({ beginsThread: inquiryOf(request) === null }),
	async run(ctx, input, { params, request }: Route.ActionArgs) {
		const { id } = await bookSlot(ctx, parseId(params.id), input, inquiryOf(request))
		return redirect(appointmentPath(id, { done: 'booked' }), 303)
	},
})

export default function BookingPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { office, closed, minutes, note, days, inquiryId, isLater } = loaderData
	const path = bookingPath(office.id, { inquiry: inquiryId ?? undefined })
	const title = office.isFirstFree ? '初回無料相談を予約する' : '面談を予約する'
	const terms = office.firstConsultation === '' && office.isFirstFree ? '初回の相談は無料です。' : office.firstConsultation
	return (
		<>
			<Head
				title={`${office.name}：${title}`}
				description="空いている日時から、面談を予約できます。"
				path={bookingPath(office.id)}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: office.name, path: officePath(office.id) },
					{ label: title, path },
				]}
			/>
			<div className={formStyles.page}>
				<h1>{title}</h1>
				<p className={formStyles.lead}>{`${office.name}との面談（1回${minutes}分）です。${terms}`}</p>
				{note !== '' && <p className={formStyles.current}>{note}</p>}
				{office.isDemo && <p className={formStyles.note}>この事務所はデモ用の架空の事務所です。</p>}
				{closed !== null && !formState ? (
					<p className={formStyles.warning}>{closed}</p>
				) : days.length === 0 ? (
					<p className={formStyles.note}>
						{isLater ? 'この後に空いている日時はありません。' : 'いまは空いている日時がありません。'}
						{isLater ? <Link to={path}>最初の日程に戻る</Link> : <Link to={askOfficePath(office.id)}>問い合わせて日程を相談する</Link>}
					</p>
				) : (
					<BookingForm data={loaderData} path={path} formState={formState} />
				)}
			</div>
		</>
	)
}

import { redirect } from 'react-router'
import {
	addSpecialDays,
	getBookingSettings,
	removeSpecialDays,
	saveBookingSettings,
	settingsSchema,
	specialDaysSchema,
} from '../../domain/appointments/booking-settings.ts'
import {
	type BusyCalendar,
	busyCalendarSchema,
	calendarFailureTexts,
	findBusyCalendar,
	removeBusyCalendar,
	saveBusyCalendar,
} from '../../domain/appointments/busy-calendars.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { bookingPath, bookingSettingsPath, officeEditPath, ownOfficesPath, plansPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { noFields, targetFields } from '../forms/form-fields.server.ts'
import { formStateFor } from '../forms/form-state.ts'
import { pageAction } from '../forms/page-action.server.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import formStyles from '../forms/form.module.css'
import notice from '../ui/notice.module.css'
import type { Route } from './+types/booking-settings.page'
import { SettingsForm, SpecialDays } from './booking-settings-form.tsx'
import { BusyCalendarForm } from './busy-calendar-form.tsx'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	...(await getBookingSettings(ctx, parseId(params.id))),
	busy: viewBusy(await findBusyCalendar(ctx, parseId(params.id)), ctx.now()),
	isSaved: new URL(request.url).searchParams.has('saved'),
	csrfToken: formToken(context, request),
}))

const viewBusy = (calendar: BusyCalendar | null, now: Date) =>
	calendar && {
		host: calendar.host,
		spans: calendar.spans,
		fetched: calendar.fetchedAt && momentOf(calendar.fetchedAt, now),
		failure: calendar.failure && calendarFailureTexts[calendar.failure],
	}

const done = (id: number) => redirect(bookingSettingsPath(id, { saved: true }), 303)

export const action = pageAction({
	save: {
		input: settingsSchema,
		read: (form) => ({ ...Object.fromEntries(form), kinds: form.getAll('kinds') }),
		async run(ctx, settings, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await saveBookingSettings(ctx, id, settings)
			return done(id)
		},
	},
	'special-add': {
		input: specialDaysSchema,
		async run(ctx, days, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await addSpecialDays(ctx, id, days)
			return done(id)
		},
	},
	'busy-save': {
		input: busyCalendarSchema,
		async run(ctx, { url }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await saveBusyCalendar(ctx, id, url)
			return done(id)
		},
	},
	'busy-remove': {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await removeBusyCalendar(ctx, id)
			return done(id)
		},
	},
	'special-remove': {
		input: targetFields,
		async run(ctx, { targetId }, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await removeSpecialDays(ctx, id, targetId)
			return done(id)
		},
	},
})

export default function BookingSettingsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { office, isStored, settings, isSaved, bookingDays } = loaderData
	return (
		<>
			<Head
				title={`${office.name}の面談の予約`}
				description="面談の予約の受け付け方を設定します。"
				path={bookingSettingsPath(office.id)}
				noindex
			/>
			<Breadcrumbs
				crumbs={[
					{ label: '事務所', path: ownOfficesPath() },
					{ label: `${office.name}の編集`, path: officeEditPath(office.id) },
					{ label: '面談の予約', path: bookingSettingsPath(office.id) },
				]}
			/>
			<div className={formStyles.page}>
				<h1>面談の予約</h1>
				<p className={formStyles.lead}>
					空いている時間を出しておくと、相談する方が事務所のページから直接予約できます。予約が入ると、メールとカレンダーのファイルでお知らせします。
				</p>
				{isSaved && !formState && (
					<output className={notice.saved}>
						{settings.isOpen && office.isPublic ? (
							<>
								保存しました。1分ほどで一覧と事務所のページに反映されます。
								<Link to={bookingPath(office.id)}>相談する方に見える画面を開く</Link>
							</>
						) : (
							'保存しました。'
						)}
					</output>
				)}
				<SettingsForm data={loaderData} formState={formStateFor(formState, 'save')} />
				{isStored && <SpecialDays data={loaderData} formState={formState} />}
				{isStored && <BusyCalendarForm calendar={loaderData.busy} formState={formState} csrfToken={loaderData.csrfToken} />}
				<p className={formStyles.note}>
					{`いまのプランでは${bookingDays}日先まで受け付けられます。`}
					<Link to={plansPath()}>プランを見る</Link>
				</p>
			</div>
		</>
	)
}

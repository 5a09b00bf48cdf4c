import { whenText } from '../../../domain/appointments/appointment-access.ts'
import { readToday, type Today } from '../../../domain/operations/performance/today.ts'
import {
	appointmentPath,
	appointmentsPath,
	inboxPath,
	officeEditPath,
	pipelinePath,
	statsPath,
	todayPath,
} from '../../../domain/shared/links.ts'
import { monthText, isoDay } from '../../../domain/shared/japan-time.ts'
import { yen } from '../../../domain/shared/yen.ts'
import { withCtx } from '../../context.ts'
import { businessTimeText } from '../../format/lengths-of-time.ts'
import { Head } from '../../layout/head.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import stack from '../../ui/stack.module.css'
import type { Route } from './+types/today.page'
import { viewRow } from './inbox-view.server.ts'
import styles from './today.module.css'

const SHOWN_STEPS = 3

export const handle = { plain: true }

export const loader = withCtx(async (ctx) => {
	const { due, funnel, replyTimes, strength, appointments } = await readToday(ctx)
	const now = ctx.now()
	const showsOffice = replyTimes.length > 1
	return {
		due: { rows: due.items.map((item) => viewRow(item, { tab: 'due', query: {}, showsOffice, now })), count: due.counts.due },
		month: monthText(isoDay(now)),
		steps: stepsOf(funnel),
		replyTimes: replyTimes.map(({ officeId, name, minutes, area }) => ({
			officeId,
			name,
			own: minutes === null ? null : businessTimeText(minutes),
			isFaster: minutes !== null && area !== null && minutes <= area.minutes,
			area: area && `${area.name}のほかの${area.offices.toLocaleString('ja-JP')}事務所の中央値は${businessTimeText(area.minutes)}`,
		})),
		strength: strength && {
			...strength,
			completeness: { ...strength.completeness, missing: strength.completeness.missing.slice(0, SHOWN_STEPS) },
		},
		appointments: appointments.map((one) => ({
			id: one.id,
			when: whenText(one),
			who: one.side === 'office' ? `${one.contactName}さん` : one.officeName,
			subject: one.subject,
		})),
	}
})

/** The steps of a month's funnel, each with the yen behind it and what it was before. */
function stepsOf({ now, before }: Today['funnel']) {
	return [
		{ label: '一覧への掲載', value: now.shown, before: before.shown, yen: null },
		{ label: '閲覧', value: now.views, before: before.views, yen: null },
		{ label: '問い合わせ・依頼', value: now.received, before: before.received, yen: null },
		{ label: '見積もり・返信', value: now.quoted, before: before.quoted, yen: now.quotedYen },
		{ label: '成約', value: now.won, before: before.won, yen: now.wonYen },
	]
}

export default function TodayPage({ loaderData }: Route.ComponentProps) {
	return (
		<div className={stack.column}>
			<Head title="今日" description="今日やることと、今月の数字です。" path={todayPath()} noindex />
			<h2>今日</h2>
			<Due due={loaderData.due} />
			<div className={styles.pair}>
				<Month month={loaderData.month} steps={loaderData.steps} />
				<Appointments appointments={loaderData.appointments} />
				<ReplyTimes replyTimes={loaderData.replyTimes} />
				{loaderData.strength && <Strength strength={loaderData.strength} />}
			</div>
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']

function Due({ due: { rows, count } }: Pick<Data, 'due'>) {
	return (
		<section className={stack.close} aria-labelledby="due">
			<h3 id="due">{`今日やること（${count.toLocaleString('ja-JP')}件）`}</h3>
			{rows.length === 0 ? (
				<p>お疲れさまでした。対応するものはありません。新しい依頼や問い合わせが届くと、ここに期限の順に並びます。</p>
			) : (
				<ul className={stack.rows}>
					{rows.map(({ key, to, title, kind, about, state, due, when, isChosen }) => (
						<li key={key} className={styles.row}>
							<Link to={to}>{title}</Link>
							<span className={styles.line}>
								<Tag tone={isChosen ? 'good' : 'plain'}>{state}</Tag>
								<span>{about === '' ? kind : `${kind}・${about}`}</span>
								<span className={styles.due} data-tone={due?.tone ?? (isChosen ? 'now' : 'plain')}>
									{due ? (due.isTarget ? due.target : due.left) : when}
								</span>
							</span>
						</li>
					))}
				</ul>
			)}
			<p className={stack.line}>
				<Link to={inboxPath()}>受信箱を開く</Link>
				<Link to={pipelinePath()}>案件の流れを見る</Link>
			</p>
		</section>
	)
}

const number = (value: number) => value.toLocaleString('ja-JP')

function Month({ month, steps }: Pick<Data, 'month' | 'steps'>) {
	return (
		<section className={stack.card} aria-labelledby="month">
			<h3 id="month">{`${month}の数字`}</h3>
			<p className={stack.quietSmall}>問い合わせから成約までは、今月届いたものがどこまで進んだかの数です。</p>
			<ol className={stack.rows}>
				{steps.map(({ label, value, before, yen: amount }) => (
					<li key={label} className={styles.step}>
						<span>{label}</span>
						<strong>{number(value)}</strong>
						<small>
							{amount !== null && amount > 0 ? `${yen(amount)}・` : ''}
							{`先月の同じ時期は${number(before)}`}
						</small>
					</li>
				))}
			</ol>
			<p>
				<Link to={statsPath()}>統計を見る</Link>
			</p>
		</section>
	)
}

function Appointments({ appointments }: Pick<Data, 'appointments'>) {
	return (
		<section className={stack.card} aria-labelledby="appointments">
			<h3 id="appointments">次の面談</h3>
			{appointments.length === 0 ? (
				<p>予定はありません。</p>
			) : (
				<ul className={stack.close}>
					{appointments.map(({ id, when, who, subject }) => (
						<li key={id} className={stack.text}>
							<Link to={appointmentPath(id)}>{when}</Link>
							<span className={stack.quietSmall}>{`${who}・${subject}`}</span>
						</li>
					))}
				</ul>
			)}
			<p>
				<Link to={appointmentsPath()}>すべての面談</Link>
			</p>
		</section>
	)
}

function ReplyTimes({ replyTimes }: Pick<Data, 'replyTimes'>) {
	return (
		<section className={stack.card} aria-labelledby="reply-times">
			<h3 id="reply-times">問い合わせへの返信の速さ</h3>
			{replyTimes.length === 0 && <p>事務所を登録すると、返信までの時間を周りの事務所と比べられます。</p>}
			<ul className={stack.close}>
				{replyTimes.map(({ officeId, name, own, area, isFaster }) => (
					<li key={officeId} className={stack.text}>
						<span>
							{replyTimes.length > 1 ? `${name}：` : ''}
							{own === null ? '直近90日の返信が3件になると表示します' : <strong>{own}</strong>}
							{isFaster && <Tag tone="good">中央値より速い</Tag>}
						</span>
						<span className={stack.quietSmall}>{area ?? '周りの事務所の中央値は、5事務所以上がそろうと表示します。'}</span>
					</li>
				))}
			</ul>
		</section>
	)
}

function Strength({ strength: { officeId, officeName, completeness } }: { strength: NonNullable<Data['strength']> }) {
	const { done, all, missing } = completeness
	return (
		<section className={stack.card} aria-labelledby="strength">
			<h3 id="strength">{`${officeName}のページの充実度`}</h3>
			<p>
				<strong>{`${all}項目のうち${done}項目`}</strong>
			</p>
			<progress className={styles.meter} max={all} value={done} aria-label={`${all}項目のうち${done}項目を入力済み`} />
			{missing.length === 0 ? (
				<p>相談する方がよく見る項目は、すべて入力されています。</p>
			) : (
				<>
					<p>次に効くこと：</p>
					<ol className={stack.close}>
						{missing.map(({ part, advice }) => (
							<li key={advice}>
								<Link to={officeEditPath(officeId, { section: part })}>{advice}</Link>
							</li>
						))}
					</ol>
				</>
			)}
		</section>
	)
}

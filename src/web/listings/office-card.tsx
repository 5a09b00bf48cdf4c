import { shortMoment } from '../../domain/appointments/appointment-input.ts'
import { portraitPath } from '../../domain/experts/portrait-path.ts'
import type { OfficeCard as FullCard } from '../../domain/listings/types.ts'
import { replyTimeText } from '../../domain/inquiries/inquiry-input.ts'
import { officePath } from '../../domain/shared/links.ts'
import { Stars } from '../ui/stars.tsx'
import { Tag, TagList } from '../ui/tag.tsx'
import { feeParts } from '../format/fee-text.ts'
import { OfficePicture } from './office-picture.tsx'
import { accessText, distanceText } from '../format/place-text.ts'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import styles from './office-card.module.css'

/** What is shown of an office: lists send only this. */
export type Card = Omit<FullCard, 'kind' | 'prefectureId' | 'staffCount' | 'isDemo'>

/**
 * An office in a list: the facts needed to decide whether to open it. `inView` marks the cards of the first screen,
 * whose pictures load at once; `comparable` adds the checkbox, which needs a form around the list.
 */
export function OfficeCard({
	office,
	heading = 'h2',
	inView = false,
	comparable = false,
	station = null,
	taskId = null,
	placed = false,
}: {
	office: Card
	heading?: 'h2' | 'h3'
	inView?: boolean
	comparable?: boolean
	/** Name of the station that the list's distances are measured from. */
	station?: string | null
	/** The list's own task, whose name needs no repeating. */
	taskId?: number | null
	/** The office pays to stand here; it may stand in the list of the same page, too. */
	placed?: boolean
}) {
	const Heading = heading
	const path = officePath(office.id)
	const id = `office-${placed ? 'pr-' : ''}${office.id}`
	const rel = placed ? 'sponsored' : undefined
	return (
		<article className={styles.card} aria-labelledby={id}>
			<Face office={office} inView={inView} />
			<div className={styles.title}>
				<p className={styles.professions}>
					{placed && (
						<>
							<Tag>PR</Tag>{' '}
						</>
					)}
					{office.professions.map(({ name }) => name).join('・')}
					{office.subQualifications.length > 0 && <span className={styles.subs}>{`・${office.subQualifications.join('・')}`}</span>}
					{office.experts.length > 0 && <span className={styles.verified}>登録番号確認済</span>}
				</p>
				<Heading className={styles.name} id={id}>
					<Link to={path} rel={rel}>
						<Name text={office.name} />
					</Link>
				</Heading>
				<p className={styles.line}>
					<Stars {...office.rating} />
					<People experts={office.experts} />
				</p>
				<Place office={office} station={station} />
			</div>
			{office.headline && <p className={styles.headline}>{office.headline}</p>}
			<Chips office={office} />
			<Fee fee={office.fee} taskId={taskId} />
			<Parts office={office} taskId={taskId} />
			<div className={styles.actions}>
				{comparable && (
					<label className={styles.compare}>
						<input type="checkbox" name="office" value={office.id} />
						比較<span className="visually-hidden">{`する：${office.name}`}</span>
					</label>
				)}
				<Link className={`button ${styles.more}`} data-kind="quiet" to={path} rel={rel} tabIndex={-1} aria-hidden="true">
					詳しく見る
				</Link>
			</div>
		</article>
	)
}

/** What of the task a law leaves to others. */
function Parts({ office: { fee, parts }, taskId }: { office: Card; taskId: number | null }) {
	if (!parts) return null
	return <p className={styles.parts}>{`行える範囲：${fee && fee.taskId !== taskId ? `${fee.taskName}の` : ''}${parts.join('、')}`}</p>
}

/** The first expert, or the picture of an office that shows none. */
function Face({ office, inView }: { office: Card; inView: boolean }) {
	const [first] = office.experts
	const loading = inView ? undefined : 'lazy'
	if (!first) return <OfficePicture office={office} sizes="104px" className={styles.face} width={104} height={104} loading={loading} />
	return <img className={styles.face} src={portraitPath(first)} width="104" height="104" alt="" loading={loading} decoding="async" />
}

function People({ experts }: Pick<Card, 'experts'>) {
	const [first, ...others] = experts
	if (!first) return null
	return <span className={styles.quiet}>{others.length > 0 ? `${first.name} ほか` : first.name}</span>
}

function Place({ office, station }: { office: Card; station: string | null }) {
	const { nearestStation, distanceMetres } = office
	const distance = distanceMetres === null ? null : distanceText(distanceMetres)
	const isNearest = nearestStation !== null && `${nearestStation.name}駅` === station
	return (
		<p className={styles.line}>
			{nearestStation && <strong>{accessText(nearestStation)}</strong>}
			{distance && <span>{isNearest ? distance : `${station ?? '駅'}から${distance}`}</span>}
			<span className={styles.quiet}>
				{office.prefectureName}
				{office.municipalityName}
			</span>
		</p>
	)
}

function Fee({ fee, taskId }: { fee: Card['fee']; taskId: number | null }) {
	if (!fee)
		return (
			<p className={styles.fee}>
				<small>料金</small>
				<strong>お見積もり</strong>
			</p>
		)
	const { unit, from, to } = feeParts(fee)
	return (
		<p className={styles.fee}>
			<small>{fee.taskId === taskId ? unit : `${fee.taskName} ${unit}`}</small> <strong>{from}</strong>
			{to && <span>{to}</span>}
		</p>
	)
}

/** At most three deciding facts: availability, cost and time. */
function Chips({ office }: { office: Card }) {
	// Short enough for three in a line of a phone; the list is named 「対応」.
	const times = [office.weekend && '土日祝', office.evening && '夜間'].filter((time) => time !== false)
	const chips = [
		office.accepting !== 'open' && {
			text: office.accepting === 'paused' ? '新規受付を休止中' : '新規受付に条件あり',
			tone: 'warn' as const,
		},
		office.nextFreeAt !== null && { text: `最短 ${shortMoment(Date.parse(office.nextFreeAt))}`, tone: 'accent' as const },
		office.firstConsultationFree && { text: '初回相談無料', tone: 'good' as const },
		times.length > 0 && { text: times.length > 1 ? times.join('・') : `${times[0]}対応`, tone: 'plain' as const },
		office.online && { text: 'オンライン', tone: 'plain' as const },
		{ text: replyTimeText(office.replyMinutes), tone: 'plain' as const },
	].filter((chip) => chip !== false && chip.text !== null)
	if (chips.length === 0) return null
	return (
		<TagList label="対応">
			{chips.slice(0, 3).map(
				(chip) =>
					chip && (
						<li key={chip.text}>
							<Tag tone={chip.tone}>{chip.text}</Tag>
						</li>
					),
			)}
		</TagList>
	)
}

import type { OfficeCard as FullCard } from '../../domain/listings/types.ts'
import { replyTimeText } from '../../domain/inquiries/inquiry-input.ts'
import { expertPath, officePath } from '../../domain/shared/links.ts'
import { Stars } from '../ui/stars.tsx'
import { Tag, TagList } from '../ui/tag.tsx'
import { feeText } from '../format/fee-text.ts'
import { OfficePicture } from './office-picture.tsx'
import { accessText, distanceText } from '../format/place-text.ts'
import { Link } from '../ui/link.tsx'
import styles from './office-card.module.css'

/** What is shown of an office: lists send only this. */
export type Card = Omit<FullCard, 'kind' | 'prefectureId' | 'staffCount' | 'isDemo'>

/**
 * An office in a list: what one needs to decide whether to look closer. `inView` marks the cards of the first screen,
 * whose pictures load at once; `comparable` adds the checkbox, which needs a form around the list.
 */
export function OfficeCard({
	office,
	heading = 'h2',
	inView = false,
	comparable = false,
	station = null,
	taskId = null,
}: {
	office: Card
	heading?: 'h2' | 'h3'
	inView?: boolean
	comparable?: boolean
	/** Name of the station that the list's distances are measured from. */
	station?: string | null
	/** The list's own task, whose name needs no repeating. */
	taskId?: number | null
}) {
	const Heading = heading
	const path = officePath(office.id)
	return (
		<article className={styles.card} aria-labelledby={`office-${office.id}`}>
			<div className={styles.top}>
				<OfficePicture
					office={office}
					sizes="112px"
					className={styles.picture}
					width={112}
					height={84}
					loading={inView ? undefined : 'lazy'}
				/>
				<div className={styles.title}>
					<p className={styles.professions}>{office.professions.map(({ name }) => name).join('・')}</p>
					<Heading className={styles.name} id={`office-${office.id}`}>
						<Link to={path}>{office.name}</Link>
					</Heading>
					<p className={styles.rating}>
						<Stars {...office.rating} />
						{office.accepting !== 'open' && (
							<Tag tone="warn">{office.accepting === 'paused' ? '新規受付を休止中' : '新規受付に条件あり'}</Tag>
						)}
					</p>
				</div>
			</div>
			{office.headline && <p className={styles.headline}>{office.headline}</p>}
			<dl className={styles.facts}>
				<div>
					<dt>場所</dt>
					<dd>
						<Place office={office} station={station} />
					</dd>
				</div>
				<div>
					<dt>料金</dt>
					<dd>
						<Fee fee={office.fee} taskId={taskId} />
					</dd>
				</div>
				{office.parts && (
					<div>
						<dt>行える範囲</dt>
						<dd>{`${office.fee && office.fee.taskId !== taskId ? `${office.fee.taskName}：` : ''}${office.parts.join('、')}`}</dd>
					</div>
				)}
				<div>
					<dt>初回相談</dt>
					<dd>{office.firstConsultation || (office.firstConsultationFree ? '無料' : '事務所にご確認ください')}</dd>
				</div>
				{office.experts.length > 0 && (
					<div>
						<dt>専門家</dt>
						<dd>
							<Experts office={office} />
						</dd>
					</div>
				)}
			</dl>
			<SubQualifications names={office.subQualifications} />
			<Flags office={office} />
			<div className={styles.foot}>
				{office.reasons.length > 0 && (
					<p className={styles.reasons}>
						<span>この順の理由</span>
						{office.reasons.join(' ／ ')}
					</p>
				)}
				<div className={styles.actions}>
					{comparable && (
						<label className={styles.compare}>
							<input type="checkbox" name="office" value={office.id} />
							比較<span className="visually-hidden">{`する：${office.name}`}</span>
						</label>
					)}
					<Link className={`button ${styles.more}`} to={path}>
						詳しく見る<span className="visually-hidden">{`：${office.name}`}</span>
					</Link>
				</div>
			</div>
		</article>
	)
}

function Place({ office, station }: { office: Card; station: string | null }) {
	const { nearestStation, distanceMetres } = office
	const distance = distanceMetres === null ? null : distanceText(distanceMetres)
	const isNearest = nearestStation !== null && `${nearestStation.name}駅` === station
	return (
		<span className={styles.place}>
			{nearestStation && <strong>{accessText(nearestStation)}</strong>}
			{distance && <span>{isNearest ? distance : `${station ?? '駅'}から${distance}`}</span>}
			<span>
				{office.prefectureName}
				{office.municipalityName}
			</span>
		</span>
	)
}

function Fee({ fee, taskId }: { fee: Card['fee']; taskId: number | null }) {
	if (!fee) return <span className={styles.quiet}>お見積もり</span>
	return (
		<>
			{fee.taskId !== taskId && <span className={styles.quiet}>{fee.taskName}</span>} <strong>{feeText(fee)}</strong>
		</>
	)
}

/** Portraits with names; at most three come with a card. */
function Experts({ office }: { office: Card }) {
	return (
		<ul className={styles.experts}>
			{office.experts.map((expert) => (
				<li key={expert.id}>
					<Link to={expertPath(expert.id)}>
						<img src={`/media/portraits/${expert.id}.svg`} width="28" height="28" alt="" loading="lazy" decoding="async" />
						{expert.name}
					</Link>
				</li>
			))}
		</ul>
	)
}

/** What members have besides their registrations. */
function SubQualifications({ names }: { names: readonly string[] }) {
	if (names.length === 0) return null
	return (
		<TagList label="認定・登録">
			{names.map((name) => (
				<li key={name}>
					<Tag tone="accent">{name}</Tag>
				</li>
			))}
		</TagList>
	)
}

function Flags({ office }: { office: Card }) {
	const flags = [
		office.firstConsultationFree && '初回相談無料',
		replyTimeText(office.replyMinutes),
		office.online && 'オンライン対応',
		office.weekend && '土日祝も対応',
		office.evening && '夜間も対応',
	].filter((flag) => typeof flag === 'string')
	if (flags.length === 0) return null
	return (
		<TagList label="対応">
			{flags.map((flag) => (
				<li key={flag}>
					<Tag tone={flag === '初回相談無料' ? 'good' : 'plain'}>{flag}</Tag>
				</li>
			))}
		</TagList>
	)
}

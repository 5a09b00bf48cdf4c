import type { ReactNode } from 'react'
import { Stars } from '../ui/stars.tsx'
import { Tag, TagList } from '../ui/tag.tsx'
import { accessText } from '../format/place-text.ts'
import type { OfficePageData } from './office-view.ts'
import { officeKindNames } from '../../domain/experts/registration-input.ts'
import { OfficePicture } from '../listings/office-picture.tsx'
import { Name } from '../ui/name.tsx'
import styles from './office-header.module.css'

/** Name, trade, place and rating: whose page this is. Not a `<header>`, which the print style sheet hides as the site's. */
export function OfficeHeader({ office, marks }: { office: OfficePageData['office']; marks?: ReactNode }) {
	const station = office.stations[0]
	return (
		<div className={styles.head}>
			<OfficePicture
				office={office}
				sizes="(min-width: 60rem) 20rem, 95vw"
				className={styles.picture}
				width={320}
				height={240}
				fetchPriority="high"
			/>
			<div className={styles.text}>
				<p className={styles.professions}>
					{office.professions.map(({ name }) => name).join('・')}
					<span>{officeKindNames[office.kind]}</span>
					{office.experts.length > 0 && <span className={styles.verified}>✓ 登録番号確認済</span>}
				</p>
				<h1>
					<Name text={office.name} />
				</h1>
				<p className={styles.kana}>{office.kana}</p>
			</div>
			<div className={styles.more}>
				<SubQualifications office={office} />
				{office.headline && <p className={styles.headline}>{office.headline}</p>}
				<p className={styles.line}>
					{office.rating.count > 0 ? (
						<a className={styles.rating} href="#reviews">
							<Stars {...office.rating} />
						</a>
					) : (
						<Stars {...office.rating} />
					)}
					<span>
						{office.prefecture.name}
						{office.municipality.name}
					</span>
					{station && <span>{accessText(station)}</span>}
				</p>
				{marks}
				{office.isDemo && (
					<p className={styles.demo}>
						<Tag tone="warn">デモ</Tag>
						デモ用の架空の事務所です。
					</p>
				)}
			</div>
		</div>
	)
}

/** What members have besides their registrations; its limit is beside the name. */
function SubQualifications({ office: { subQualifications } }: { office: OfficePageData['office'] }) {
	if (subQualifications.length === 0) return null
	const limited = subQualifications.filter(({ limit }) => limit !== null)
	return (
		<>
			<TagList label="認定・登録">
				{subQualifications.map(({ id, shortName }) => (
					<li key={id}>
						<Tag tone="accent">{shortName}</Tag>
					</li>
				))}
			</TagList>
			{limited.map(({ id, name, limit }) => (
				<p key={id} className={styles.limit}>{`${name}の業務：${limit}`}</p>
			))}
		</>
	)
}

import type { ReactNode } from 'react'
import styles from './motif.module.css'

/** 板: a board of the signpost, for a short word above a heading or on a portrait. Decorates a text, never holds a link. */
export function Plaque({ children }: { children: ReactNode }) {
	return <span className={styles.plaque}>{children}</span>
}

/** 里程石: a milestone with a number and what it counts. */
export function Milestone({ value, unit }: { value: ReactNode; unit?: string }) {
	return (
		<span className={styles.milestone}>
			<strong>{value}</strong>
			{unit && <small>{unit}</small>}
		</span>
	)
}

/** 等高線: contour lines behind a head or a foot; the parent is positioned and cuts them off. */
export function Contours() {
	return (
		<svg className={styles.contours} viewBox="0 0 600 300" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
			<path d="M60 300C40 190 250 40 600 10M150 300c-10-80 160-200 450-235M240 300c0-60 120-150 360-180M330 300c5-40 100-100 270-125M430 300c10-30 70-60 170-75" />
		</svg>
	)
}

/**
 * What a page is about, below its heading: a drawing, words, figures in large type and the page's act. The drawing says
 * nothing that the words do not; it is in the first view, so it is not loaded lazily.
 */
export function PictureBand({
	picture,
	figures = [],
	acts = null,
	children,
}: {
	/** An SVG of 3:2 that is cached as a file. */
	picture: string
	figures?: readonly { value: string; unit: string }[]
	acts?: ReactNode
	children: ReactNode
}) {
	return (
		<div className={styles.band}>
			<img src={picture} width="240" height="160" alt="" />
			<div className={styles.words}>
				{children}
				{(figures.length > 0 || acts) && (
					<div className={styles.below}>
						{figures.length > 0 && (
							<ul className={styles.figures}>
								{figures.map(({ value, unit }) => (
									<li key={unit}>
										<strong>{value}</strong>
										{unit}
									</li>
								))}
							</ul>
						)}
						{acts && <div className={`${styles.acts} no-print`}>{acts}</div>}
					</div>
				)}
			</div>
		</div>
	)
}

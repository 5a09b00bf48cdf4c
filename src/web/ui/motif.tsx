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

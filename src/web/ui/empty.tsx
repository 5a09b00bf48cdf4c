import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** Drawings in public/scenes, each at most 3 KB compressed (scenes.test.ts). */
export type SceneName = 'signpost' | 'desk' | 'call' | 'meeting' | 'hand-over' | 'dead-end'

/** A small drawing beside a sentence that says all that matters. */
export function Scene({ name }: { name: SceneName }) {
	return <img className={styles.scene} src={`/scenes/${name}.svg`} width="180" height="120" alt="" loading="lazy" decoding="async" />
}

/** What a list shows while it has nothing: a scene, the sentence, and in `children` the way on. */
export function Empty({ scene, title, children }: { scene: SceneName; title: ReactNode; children?: ReactNode }) {
	return (
		<div className={styles.empty}>
			<Scene name={scene} />
			<div className={styles.words}>
				<p className={styles.title}>{title}</p>
				{children}
			</div>
		</div>
	)
}

import styles from './hero.module.css'

/** The signpost at a crossroads: an owner with an apron, the path, and three boards. Says nothing that the words do not. */
export function HeroPicture() {
	return (
		<svg className={styles.picture} viewBox="0 0 400 320" aria-hidden="true">
			<ellipse className={styles.ground} cx="262" cy="300" rx="120" ry="14" />
			<path className={styles.path} d="M34 304c50-10 90-36 112-66s46-60 104-120" />
			<path className={styles.post} d="M248 12h18v288h-18z" />
			<path className={styles.deep} d="M150 40h214l28 28-28 28H150z" />
			<path className={styles.teal} d="M346 118H132l-28 28 28 28h214z" />
			<path className={styles.warm} d="M172 196h142l24 24-24 24H172z" />
			<g className={styles.letters}>
				<text x="176" y="77">
					税理士 徒歩4分
				</text>
				<text x="146" y="155">
					社労士 はじめて
				</text>
				<text x="192" y="229">
					初回無料
				</text>
			</g>
			<path className={styles.skin} d="M64 196a24 24 0 1 0 48 0 24 24 0 1 0-48 0z" />
			<path className={styles.hair} d="M62 196c-2-36 54-38 52 0-8-12-14-16-26-16s-18 4-26 16z" />
			<path className={styles.shirt} d="M44 306c0-58 16-80 44-80s44 22 44 80z" />
			<path className={styles.deep} d="M68 240h40v66H68zM70 240l4-14h4v14zM98 240v-14h4l4 14z" />
			<path className={styles.skin} d="M120 248l30-22 8 8-30 30z" />
		</svg>
	)
}

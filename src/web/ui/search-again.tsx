import { SearchBox } from './search-box.tsx'
import styles from './search-again.module.css'

const LABEL = 'ほかの業務・地域・名前で探す'

/**
 * A page's heading with the search box beside it where the window has room. On a phone it is left to `SearchAtEnd`, so
 * that it pushes nothing down: one of the two is never shown.
 */
export function HeadingWithSearch({ heading }: { heading: string }) {
	return (
		<div className={styles.row}>
			<h1>{heading}</h1>
			<div className={styles.beside}>
				<SearchBox id="search-beside" compact label={LABEL} />
			</div>
		</div>
	)
}

export function SearchAtEnd() {
	return (
		<div className={styles.end}>
			<SearchBox id="search-end" label={LABEL} />
		</div>
	)
}

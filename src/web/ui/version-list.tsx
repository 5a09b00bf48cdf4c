import type { ReactNode } from 'react'
import { Tag } from './tag.tsx'
import styles from './version-list.module.css'

export type VersionView = { version: number; written: string; changed: string[]; body: ReactNode }

/** The versions of a text, the current one first. */
export function VersionList({ versions }: { versions: readonly VersionView[] }) {
	return (
		<ol className={styles.versions} reversed>
			{versions.map(({ version, written, changed, body }, place) => (
				<li key={version}>
					<article aria-labelledby={`version-${version}`}>
						<h2 id={`version-${version}`}>
							{`第${version}版`} {place === 0 && <Tag tone="good">現在の内容</Tag>}
						</h2>
						<p className={styles.facts}>
							{`${written}に${version === 1 ? '投稿' : '編集'}`}
							{changed.length > 0 && `（変更：${changed.join('、')}）`}
						</p>
						{body}
					</article>
				</li>
			))}
		</ol>
	)
}

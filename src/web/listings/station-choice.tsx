import { Head } from '../layout/head.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import type { ListPageData } from './list-loader.server.ts'
import { Link } from '../ui/link.tsx'
import styles from './station-choice.module.css'

/** Two stations of a prefecture with one name: the visitor says which. */
export function StationChoice({ choice: { name, prefectureName, scopeName, stations } }: { choice: ListPageData & { kind: 'stations' } }) {
	const title = `${prefectureName}には「${name}駅」が${stations.length}つあります`
	const first = stations[0]
	return (
		<>
			<Head
				title={`${name}駅（${prefectureName}）を選ぶ`}
				description={`${title}。${scopeName}の事務所を探す駅を選んでください。`}
				path={first?.path ?? '/'}
				noindex
			/>
			<Breadcrumbs crumbs={[{ label: `${name}駅を選ぶ`, path: '#' }]} />
			<div className={`content ${styles.page}`}>
				<h1>{title}</h1>
				<p>{`${scopeName}の事務所を探す駅を選んでください。`}</p>
				<ul className={styles.list}>
					{stations.map((station) => (
						<li key={station.path}>
							<Link to={station.path}>
								<strong>{station.name}</strong>
								<span>{station.place}</span>
								<span>{station.lines.join('、')}</span>
							</Link>
						</li>
					))}
				</ul>
			</div>
		</>
	)
}

import { BannerLine } from '../../layout/banners.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import styles from '../admin.module.css'

type Previewed = { id: number; title: string; body: string; linkPath: string | null; channels: readonly string[] }

/** How an announcement looks on each of its channels. */
export function AnnouncementPreview({ id, title, body, linkPath, channels }: Previewed) {
	return (
		<section className={styles.section} aria-labelledby="preview">
			<h2 id="preview">見え方</h2>
			{channels.includes('banner') && (
				<>
					<h3>ページの上の帯</h3>
					<BannerLine id={id} title={title} />
				</>
			)}
			{channels.includes('site') && (
				<>
					<h3>お知らせの一覧</h3>
					<p className={styles.quote}>{title}</p>
				</>
			)}
			{channels.includes('mail') && (
				<>
					<h3>メール</h3>
					<div className={styles.quote}>
						<FactList
							rows={[
								{ label: '件名', value: '運営からの案内' },
								{ label: '本文', value: title },
								{ label: '内容', value: body },
								{ label: 'ボタン', value: `内容を見る（${linkPath ?? '案内のページ'}）` },
							]}
						/>
					</div>
				</>
			)}
			<h3>案内のページ</h3>
			<div className={styles.quote}>
				<p>
					<strong>{title}</strong>
				</p>
				<p>{body}</p>
				{linkPath !== null && <p className={styles.quiet}>{`「詳しく見る」は ${linkPath} を開きます。`}</p>}
			</div>
		</section>
	)
}

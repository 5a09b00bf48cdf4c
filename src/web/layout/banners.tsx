import { useLocation } from 'react-router'
import { announcementPath } from '../../domain/shared/links.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Link } from '../ui/link.tsx'
import styles from './banners.module.css'
import { BannerScript } from './page-scripts.tsx'
import { useFrame, useViewer } from './site.ts'

/** What staff announce, above every page. A member closes it for all devices by a form, a visitor in this browser by a script. */
export function Banners() {
	const { banners } = useFrame()
	const viewer = useViewer()
	const { pathname, search } = useLocation()
	if (banners.length === 0) return null
	return (
		<>
			{banners.map(({ id, title }) => (
				<BannerLine key={id} id={id} title={title}>
					{viewer === null ? (
						<button type="button" className={styles.close} data-close hidden suppressHydrationWarning>
							閉じる
						</button>
					) : (
						<form method="post" action={announcementPath(id)}>
							<HiddenFields csrfToken={viewer.csrfToken} intent="close" />
							<input type="hidden" name="back" value={`${pathname}${search}`} />
							<button type="submit" className={styles.close}>
								閉じる
							</button>
						</form>
					)}
				</BannerLine>
			))}
			{viewer === null && <BannerScript />}
		</>
	)
}

/** One banner; staff see it without its button before they publish it. */
export function BannerLine({ id, title, children }: { id: number; title: string; children?: React.ReactNode }) {
	return (
		<section className={styles.banner} aria-label={`運営からの案内：${title}`} data-banner={id} suppressHydrationWarning>
			<div className={styles.inner}>
				<p>
					<Link to={announcementPath(id)}>{title}</Link>
				</p>
				{children}
			</div>
		</section>
	)
}

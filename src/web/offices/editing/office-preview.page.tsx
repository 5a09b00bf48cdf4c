import { previewOffice } from '../../../domain/offices/office-editing.ts'
import { listPhotos } from '../../../domain/offices/office-photos.ts'
import { sectionLabel } from '../../../domain/offices/office-sections.ts'
import { openingOf } from '../../../domain/offices/opening.ts'
import { dayText } from '../../../domain/shared/japan-time.ts'
import { listReviews } from '../../../domain/reviews/reviews.ts'
import { findScope } from '../../../domain/taxonomy/categories.ts'
import { readSurroundings } from '../../../domain/geography/surroundings.ts'
import { officeEditPath, officePreviewPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { OfficeArticle } from '../office-article.tsx'
import { mainCategoryId, mapOfOffice, viewOffice, viewReviews } from '../office-view.ts'
import { Head } from '../../layout/head.tsx'
import { parseId } from '../../../domain/shared/ids.ts'
import formStyles from '../../forms/form.module.css'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/office-preview.page'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const { office, faulty } = await previewOffice(ctx, parseId(params.id))
	const categoryId = mainCategoryId(office.tasks)
	const [surroundings, category, photos, reviews] = await Promise.all([
		readSurroundings(ctx, office, office.municipality.id),
		categoryId === null ? null : findScope(ctx, categoryId),
		listPhotos(ctx, office.id),
		listReviews(ctx, office.id, null),
	])
	return {
		faulty: faulty.map(sectionLabel),
		data: {
			office: viewOffice(office, category),
			reviews: viewReviews(reviews),
			map: mapOfOffice(office, surroundings),
			similar: [],
			answers: [],
			articles: [],
			photos,
			...openingOf(office, ctx.now()),
			asOf: dayText(ctx.now()),
		},
	}
})

export default function OfficePreviewPage({ loaderData: { faulty, data } }: Route.ComponentProps) {
	const { id, name } = data.office
	return (
		<>
			<Head title={`${name}のプレビュー`} description="下書きのプレビューです。" path={officePreviewPath(id)} noindex />
			<div className="content">
				<div className={formStyles.warning} role="status">
					<p>
						{'下書きのプレビューです。まだ公開されていません。'}
						<Link to={officeEditPath(id)}>編集に戻る</Link>
					</p>
					{faulty.length > 0 && <p>{`${faulty.join('、')}は、直していただきたいところがあるため、元の内容を表示しています。`}</p>}
				</div>
			</div>
			<OfficeArticle data={data} />
		</>
	)
}

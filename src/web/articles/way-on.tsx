import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { askPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import { PictureBand } from '../ui/motif.tsx'
import { type ArticleView, categoryPicture } from './article-item.ts'

/** Who has read it all knows what to look for. */
export function WayOn({ article: { tasks, taskCategory } }: { article: ArticleView }) {
	const scope = tasks[0] ?? taskCategory
	return (
		<PictureBand
			picture={categoryPicture(taskCategory.id)}
			acts={
				<>
					<Link className="button" to={listPath({ scopeId: scope.id, area: japan })}>
						{`${scope.name}を頼める事務所を見る`}
					</Link>
					<Link to={askPath()}>無料で質問する</Link>
				</>
			}
		>
			<p>自分の場合はどうなるか知りたいときは、料金と近さで事務所を選ぶか、資格を確認した専門家に質問できます。</p>
		</PictureBand>
	)
}

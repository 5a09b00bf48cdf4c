import { expertPath, ownExpertPath } from '../../domain/shared/links.ts'
import { FavouriteButton, FollowButton, MarkButtons } from '../social/mark-buttons.tsx'
import type { OwnMarks } from '../social/own-marks.ts'
import { Link } from '../ui/link.tsx'

/** What a reader can do with an expert's page; members cannot follow, favourite or report themselves. */
export function ExpertMarks({ expertId, isSelf, marks }: { expertId: number; isSelf: boolean; marks: OwnMarks | null }) {
	const back = expertPath(expertId)
	return (
		<MarkButtons>
			{isSelf ? (
				<Link className="button" data-kind="quiet" to={ownExpertPath()}>
					プロフィールを編集する
				</Link>
			) : (
				<>
					<FollowButton expertId={expertId} marks={marks} back={back} />
					<FavouriteButton kind="expert" targetId={expertId} marks={marks} back={back} />
				</>
			)}
		</MarkButtons>
	)
}

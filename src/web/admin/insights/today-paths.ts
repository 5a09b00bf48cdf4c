import type { TodayMeasure } from '../../../domain/operations/insights/catalogue.ts'
import type { Viewer } from '../../../domain/shared/context.ts'
import { deskPath, insightsPath, questionsPath, staffLeadsPath, staffMailPath, staffQuestionsPath } from '../../../domain/shared/links.ts'
import { openable } from '../openable.ts'

const paths: Readonly<Record<TodayMeasure, string>> = {
	signups: '/admin/people',
	verified: '/admin/experts?state=verified',
	questions: staffQuestionsPath(),
	'first-answers': `${insightsPath()}#questions`,
	requests: staffLeadsPath(),
	quotes: staffLeadsPath({ state: 'quoted' }),
	accepted: staffLeadsPath({ state: 'accepted' }),
	reports: deskPath('reports'),
	'mail-failures': staffMailPath({ show: 'undelivered' }),
}

/** The list behind a figure of the last day. Who may not open the one of moderators reads the questions as everybody does. */
export const todayPath = (viewer: Viewer, measure: TodayMeasure): string | undefined =>
	openable(viewer, paths[measure]) ?? (measure === 'questions' ? questionsPath() : undefined)

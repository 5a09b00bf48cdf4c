import { z } from '@hono/zod-openapi'
import { regions } from '../../domain/geography/areas.ts'

export const prefectureSchema = z
	.object({
		kind: z.literal('prefecture'),
		id: z.int().min(1).max(47).describe('都道府県コード。'),
		slug: z.string().describe('URL に使うローマ字。'),
		name: z.string(),
		kana: z.string(),
		region: z.enum(regions.map(({ id }) => id)),
	})
	.openapi('Prefecture')

export const municipalitySchema = z
	.object({
		kind: z.literal('municipality'),
		id: z.int(),
		code: z.string().describe('市区町村コード（5桁）。'),
		prefectureId: z.int(),
		type: z.enum(['designated_city', 'ward', 'special_ward', 'city', 'town', 'village']),
		cityId: z.int().describe('政令指定都市の区ではその市、ほかは自身の id。'),
		name: z.string(),
		kana: z.string(),
		romaji: z.string(),
		lat: z.number(),
		lng: z.number(),
	})
	.openapi('Municipality')

export const stationSchema = z
	.object({
		kind: z.literal('station'),
		id: z.int(),
		prefectureId: z.int(),
		municipalityId: z.int(),
		name: z.string().describe('「駅」を除いた名前。'),
		kana: z.string().nullable(),
		romaji: z.string().nullable(),
		urlSegment: z.string(),
		lat: z.number(),
		lng: z.number(),
	})
	.openapi('Station')

import { expect, test } from 'vitest'
import { boughtName, draftSummary, servicesLabel } from '#app/domain/booking/draft/draft-summary.ts'

const any = { kind: 'any' } as const

test('whoever was named is said, and for anybody the person whose time is held', () => {
	const named = { name: 'Cut', staff: { kind: 'named' as const, staffMemberId: 'a', name: 'Ada' } }
	expect(draftSummary([named], 60)).toBe('Cut with Ada · 1 h')
	expect(draftSummary([{ name: 'Cut', staff: any }], 60)).toBe('Cut · 1 h')
	expect(draftSummary([{ name: 'Cut', staff: null }], 60)).toBe('Cut · 1 h')
	const held = [{ position: 1, name: 'Bola' }]
	expect(draftSummary([named, { name: 'Nails', staff: any }], 90, held)).toBe(
		'Cut with Ada, Nails with Bola · 1 h 30 min',
	)
	const open = ['Cut', 'Nails'].map((name) => ({ name, staff: any }))
	expect(draftSummary(open, 90, held)).toBe('Cut, Nails with Bola · 1 h 30 min')
	expect(servicesLabel(open)).toBe('Cut, Nails')
})

test('what is bought is the plan, or its services in order', () => {
	const services = [{ name: 'Cut' }, { name: 'Wash' }]
	expect(boughtName({ plan: { title: 'Ten classes' }, services: [] })).toBe('Ten classes')
	expect(boughtName({ plan: null, services })).toBe('Cut, Wash')
})

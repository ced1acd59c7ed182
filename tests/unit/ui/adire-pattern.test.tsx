import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AdirePattern } from '#app/ui/adire-pattern.tsx'

function cloth(shopId: string): string {
	return renderToStaticMarkup(<AdirePattern shopId={shopId} />)
}

/** The cloth itself, without the names that tie its parts together. */
function look(shopId: string): string {
	return cloth(shopId).replaceAll(shopId, '')
}

describe('The cloth of a shop', () => {
	it('is the same each time', () => {
		expect(cloth('shop-7')).toBe(cloth('shop-7'))
	})

	it('is its own: of 40 shops hardly two look alike', () => {
		const looks = new Set(Array.from({ length: 40 }, (_, index) => look(`shop-${index}`)))
		expect(looks.size).toBeGreaterThanOrEqual(38)
	})

	it('comes in all six dyes', () => {
		const dyes = new Set(Array.from({ length: 60 }, (_, index) => /dye-\d/.exec(cloth(`s${index}`))?.[0]))
		expect(dyes.size).toBe(6)
	})

	it('costs a few hundred bytes', () => {
		for (let index = 0; index < 200; index++) expect(cloth(`s${index}`).length).toBeLessThan(1_100)
	})

	it('needs no style attribute, which the security policy forbids', () => {
		expect(cloth('shop-7')).not.toContain('style=')
	})
})

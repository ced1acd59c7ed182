import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MoneyTimeline, type TimelineStep } from '#app/ui/money-lines.tsx'

test('of the steps that are ahead the first alone is called next', () => {
	const step = (label: string, state: TimelineStep['state']) => ({
		label,
		state,
		amount: null,
		whenLabel: null,
	})
	const steps = [
		step('Paid', 'done'),
		step('Asked for', 'now'),
		step('Taken', 'ahead'),
		step('Sent', 'ahead'),
	]
	const html = renderToStaticMarkup(<MoneyTimeline steps={steps} />)
	expect(html.match(/next/g)).toHaveLength(1)
	expect(html.indexOf('next')).toBeLessThan(html.indexOf('Sent'))
})

import { Form } from '@remix-run/react'
import type { Trail } from '#app/ui/account/origin.ts'
import { Button } from '#app/ui/button.tsx'

/** With script the choice is enough. */
export function PlanFilter({
	plans,
	chosen,
	back,
}: {
	plans: readonly { id: string; title: string; shopName: string }[]
	chosen: string | null
	back: Trail | null
}) {
	return (
		<Form method="get" action="/sessions" className="row mb-3">
			{back && <input type="hidden" name="back" value={back} />}
			<select
				key={chosen}
				name="plan"
				className="input min-w-0 flex-1"
				aria-label="Filter by plan"
				defaultValue={chosen ?? ''}
				onChange={(event) => event.currentTarget.form?.requestSubmit()}
			>
				<option value="">All Plans</option>
				{plans.map(({ id, title, shopName }) => (
					<option key={id} value={id}>
						{title}, {shopName}
					</option>
				))}
			</select>
			<Button type="submit" variant="quiet" size="small">
				Filter
			</Button>
		</Form>
	)
}

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

/** A calendar day (yyyy-MM-dd) with one number per series. */
export type DayRow = { day: string; [key: string]: string | number }

export type Series = { key: string; name: string; color: string }

type DayChartProps = {
  days: DayRow[]
  series: Series[]
  writeDay: (day: string) => string
  /** True to stack the columns of a day's series; use it if the sum of the series is meaningful. */
  isStacked?: boolean
}

const tick = { fill: 'var(--muted)', fontSize: 13 }
const whole = (value: number) => value.toLocaleString('en-GB')

/** Renders a column chart of days. Hidden from screen readers, because a table contains the same numbers. */
export function DayChart({ days, series, writeDay, isStacked = false }: DayChartProps) {
  return (
    <div aria-hidden className="h-64">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={days}
          accessibilityLayer={false}
          margin={{ top: 8, right: 8, left: 0 }}
          // The default of 4 pixels leaves no width for the columns of many days on a phone.
          barGap={0}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={writeDay}
            tick={tick}
            tickLine={false}
            stroke="var(--line)"
            minTickGap={40}
          />
          <YAxis
            allowDecimals={false}
            width={48}
            tick={tick}
            tickFormatter={whole}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--pool)' }}
            labelFormatter={(day) => (typeof day === 'string' ? writeDay(day) : day)}
            formatter={(value) => whole(Number(value))}
            contentStyle={{
              background: 'var(--raised)',
              border: '1px solid var(--line)',
              borderRadius: 8,
              color: 'var(--ink)',
            }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          {series.map(({ key, name, color }) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={color}
              isAnimationActive={false}
              maxBarSize={28}
              {...(isStacked && { stackId: 'one' })}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

import { type Sql, sql } from '../../kernel/db/sql.ts'

/**
 * Where the units of a sale leave, as `leaving` says it, of a row `held` that has `quantity`, `elsewhere` and `wanted`. Nothing is looked up
 * where a variant was never anywhere but at the first location.
 */
export const leaving = (site: string, pickupCode: string | undefined): Sql => sql`case when held.elsewhere is not null then (
  select coalesce(jsonb_object_agg(part.id::text, -part.units) filter (where part.units <> 0 and part.id <> ${site}), '{}')
  from (
    select ranked.id, greatest(0, least(ranked.available, held.wanted - ranked.earlier))
      + case when ranked.is_default then greatest(0, held.wanted - ranked.total) else 0 end as units
    from (
      select place.id, place.is_default, place.available, sum(place.available) over () as total,
        coalesce(sum(place.available) over (
          order by place.preferred desc, place.position, place.id rows between unbounded preceding and 1 preceding), 0) as earlier
      from (
        select location.id, location.is_default, location.position,
          coalesce(location.pickups @> jsonb_build_array(jsonb_build_object('code', ${pickupCode ?? null}::text)), false) as preferred,
          greatest(0, ${unitsAt(site, sql`held`, sql`location.id`)}) as available
        from stock_location location where location.site = ${site}
      ) place
    ) ranked
  ) part) end`

/** How many units of a row of stock are at a location. */
export const unitsAt = (site: string, row: Sql, location: Sql): Sql => sql`(case when ${location} = ${site}
  then ${row}.quantity - coalesce((select sum(at.value::bigint) from jsonb_each_text(${row}.elsewhere) at), 0)::bigint
  else coalesce((${row}.elsewhere ->> ${location}::text)::bigint, 0) end)`

/** What is elsewhere after a change of it, as `moved` says it. */
export const movedTo = (before: Sql, change: Sql): Sql => sql`case when ${change} is null then ${before} else (
  select coalesce(jsonb_object_agg(summed.key, summed.units) filter (where summed.units <> 0), '{}')
  from (
    select part.key, sum(part.value::bigint) as units
    from (select * from jsonb_each_text(coalesce(${before}, '{}')) union all select * from jsonb_each_text(${change})) part
    group by part.key
  ) summed) end`

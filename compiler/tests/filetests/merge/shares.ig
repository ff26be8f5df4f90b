// Each workgroup gets an equal share of the nodes and edges.

#test stage merge
#module
node level: u32 = MAX;
node rank: f32 = 0;
node next: f32 = 0;
global changed: bool = false;
worklist w;
output level;
output next;
node limit: u32 = 0;
node level2: u32 = 0;
global total: u32 = 0;
output level2;
output total;
kernel fill() {
    forall u in nodes {
        u.level = (u as u32) * 7 % 11;
        u.limit = (u as u32) % 5;
    }
}
…

// Segmented sums and ends.
#case
#opts merge
kernel k() {
    forall v in nodes {
        let sum = 7u32;
        forall e in v.in {
            sum += e.src.level;
        }
        v.level2 = sum;
    }
}
main {
    fill();
    k();
    k();
}
#becomes
array k_sum: u32[nodes] = 0u32
worklist k_split

kernel k() shared sum_of: u32[item] shared sum_first: u32[item] shared start_of: u32[item] shared sum_at: u32[tile] shared row_of: u32[item] over nodes {
  let groups: u32 = (@global_size / @local_size)
  let items: u64 = (u64(@node_count) + u64(@edge_count))
  let each: u64 = (((items + u64(groups)) - 1u64) / u64(groups))
  let start: u64 = min(items, (u64((@group_start / @local_size)) * each))
  let end: u64 = min(items, (start + each))
  let first: u32 = 0u32
  let rest: u32 = @node_count
  let last: u32 = 0u32
  let rest_2: u32 = @node_count
  while ((rest | rest_2) != 0u32) {
    let step: u32 = ((rest / (@local_size + 1u32)) + 1u32)
    let tests: u32 = (rest / step)
    let tested: u32 = (first + (min((@local_id + 1u32), tests) * step))
    let step_2: u32 = ((rest_2 / (@local_size + 1u32)) + 1u32)
    let tests_2: u32 = (rest_2 / step_2)
    let tested_2: u32 = (last + (min((@local_id + 1u32), tests_2) * step_2))
    collective passed: u32 = add workgroup, (select(((@local_id < tests) && ((u64(@in_offsets[tested]) + u64(tested)) <= start)), 1u32, 0u32) + select(((@local_id < tests_2) && ((u64(@in_offsets[tested_2]) + u64(tested_2)) <= end)), 65536u32, 0u32))
    let skipped: u32 = ((passed & 65535u32) * step)
    set first = (first + skipped)
    set rest = min((step - 1u32), (rest - skipped))
    let skipped_2: u32 = ((passed >> 16u32) * step_2)
    set last = (last + skipped_2)
    set rest_2 = min((step_2 - 1u32), (rest_2 - skipped_2))
  }
  let low: edge = edge((start - u64(first)))
  let high: edge = edge((end - u64(last)))
  let rows_end: u32 = min((last + 1u32), @node_count)
  for base: u32 = first to rows_end by @local_size {
    let row: u32 = (base + @local_id)
    let on: bool = (row < rows_end)
    let from: edge = @in_offsets[min(row, @node_count)]
    let from_here: edge = max(min(from, high), low)
    let count: u32 = u32((max(min(@in_offsets[min((row + 1u32), @node_count)], high), low) - from_here))
    let edge_of: edge = max(min(@in_offsets[base], high), low)
    let total: u32 = u32((max(min(@in_offsets[min((base + @local_size), @node_count)], high), low) - edge_of))
    %start_of[@local_id] = u32((from_here - edge_of))
    %sum_of[@local_id] = 0u32
    barrier workgroup
    let front: u32 = @search(%start_of, 0u32)
    if (select(((front + 1u32) < @local_size), %start_of[min((front + 1u32), (@local_size - 1u32))], total) >= total) {
      let owner: u32 = 0u32
      let sum_2: u32 = 0u32
      if (@local_id < total) {
        set owner = front
        for p: u32 = @local_id to total by @local_size {
          let e_2: edge = (edge_of + edge(p))
          set sum_2 = (sum_2 + level[@in_sources[e_2]])
        }
      }
      collective all: u32 = add workgroup, sum_2
      if (@local_id == 0u32) {
        %sum_of[front] = all
      }
    } else {
      for chunk: u32 = 0u32 to total by (@local_size * 8u32) {
        let chunk_end: u32 = min((chunk + (@local_size * 8u32)), total)
        for p_2: u32 = (chunk + @local_id) to chunk_end by @local_size {
          let sum_3: u32 = 0u32
          let e_3: edge = (edge_of + edge(p_2))
          set sum_3 = (sum_3 + level[@in_sources[e_3]])
          %sum_at[(p_2 - chunk)] = sum_3
        }
        barrier workgroup
        let length: u32 = (chunk_end - chunk)
        let each_2: u32 = ((((length + @local_size) - 1u32) / @local_size) | 1u32)
        let from_edge: u32 = (chunk + min((@local_id * each_2), length))
        let to_edge: u32 = min((from_edge + each_2), chunk_end)
        let owner_3: u32 = 0u32
        let until_3: u32 = 0u32
        let sum_4: u32 = 0u32
        let first_row: u32 = @local_size
        let first_2: u32 = 0u32
        if (from_edge < to_edge) {
          set owner_3 = @search(%start_of, from_edge)
          set until_3 = select(((owner_3 + 1u32) < @local_size), %start_of[min((owner_3 + 1u32), (@local_size - 1u32))], total)
          set first_row = owner_3
          for p_3: u32 = from_edge to to_edge by 1u32 {
            if (p_3 >= until_3) {
              if (owner_3 == first_row) {
                set first_2 = sum_4
              } else {
                %sum_of[owner_3] = sum_4
              }
              while (p_3 >= until_3) {
                set owner_3 = (owner_3 + 1u32)
                set until_3 = select(((owner_3 + 1u32) < @local_size), %start_of[min((owner_3 + 1u32), (@local_size - 1u32))], total)
              }
              set sum_4 = 0u32
            }
            set sum_4 = (sum_4 + %sum_at[(p_3 - chunk)])
          }
          if (owner_3 == first_row) {
            set first_2 = sum_4
          } else {
            %sum_of[owner_3] = sum_4
          }
        }
        %row_of[@local_id] = first_row
        %sum_first[@local_id] = first_2
        barrier workgroup
        if ((first_row < @local_size) && not(((@local_id != 0u32) && (%row_of[(max(@local_id, 1u32) - 1u32)] == first_row)))) {
          let sum_of_row: u32 = %sum_of[first_row]
          let item: u32 = @local_id
          while ((item < @local_size) && (%row_of[min(item, (@local_size - 1u32))] == first_row)) {
            set sum_of_row = (sum_of_row + %sum_first[item])
            set item = (item + 1u32)
          }
          %sum_of[first_row] = sum_of_row
        }
        barrier workgroup
      }
    }
    barrier workgroup
    if on {
      let v_2: node = node(row)
      let sum_5: u32 = 7u32
      if ((row < last) && (from >= low)) {
        set sum_5 = (sum_5 + %sum_of[@local_id])
        level2[v_2] = sum_5
      } else {
        if (count != 0u32) {
          if (%sum_of[@local_id] != 0u32) {
            atomic add k_sum~[v_2], %sum_of[@local_id]
          }
        }
        if (row < last) {
          push k_split v_2
        }
      }
    }
  }
}

kernel k_ends() over worklist k_split {
  for i: u32 = @global_id to @size(k_split) by @global_size {
    let v: node = @item(k_split, i)
    let sum: u32 = 7u32
    set sum = (sum + k_sum[v])
    k_sum[v] = 0u32
    level2[v] = sum
  }
}

main {
  launch fill()
  launch k()
  launch k_ends()
  launch k()
  launch k_ends()
}
remark: sharing applied in k: each workgroup gets an equal share of the nodes and edges

#case
#opts merge
kernel k() {
    forall v in nodes where v.limit > 1 {
        let most = v.limit;
        let least = MAX;
        forall e in v.in where e.src.level >= most {
            least min= e.src.level + most;
        }
        v.level2 = least;
    }
}
main {
    fill();
    k();
}
#becomes
array k_least: u32[nodes] = 4294967295u32
worklist k_split

kernel k() shared least_of: u32[item] shared least_first: u32[item] shared start_of: u32[item] shared edge_of: edge[item] shared row_of: u32[item] over nodes {
  let groups: u32 = (@global_size / @local_size)
  let items: u64 = (u64(@node_count) + u64(@edge_count))
  let each: u64 = (((items + u64(groups)) - 1u64) / u64(groups))
  let start: u64 = min(items, (u64((@group_start / @local_size)) * each))
  let end: u64 = min(items, (start + each))
  let first: u32 = 0u32
  let rest: u32 = @node_count
  let last: u32 = 0u32
  let rest_2: u32 = @node_count
  while ((rest | rest_2) != 0u32) {
    let step: u32 = ((rest / (@local_size + 1u32)) + 1u32)
    let tests: u32 = (rest / step)
    let tested: u32 = (first + (min((@local_id + 1u32), tests) * step))
    let step_2: u32 = ((rest_2 / (@local_size + 1u32)) + 1u32)
    let tests_2: u32 = (rest_2 / step_2)
    let tested_2: u32 = (last + (min((@local_id + 1u32), tests_2) * step_2))
    collective passed: u32 = add workgroup, (select(((@local_id < tests) && ((u64(@in_offsets[tested]) + u64(tested)) <= start)), 1u32, 0u32) + select(((@local_id < tests_2) && ((u64(@in_offsets[tested_2]) + u64(tested_2)) <= end)), 65536u32, 0u32))
    let skipped: u32 = ((passed & 65535u32) * step)
    set first = (first + skipped)
    set rest = min((step - 1u32), (rest - skipped))
    let skipped_2: u32 = ((passed >> 16u32) * step_2)
    set last = (last + skipped_2)
    set rest_2 = min((step_2 - 1u32), (rest_2 - skipped_2))
  }
  let low: edge = edge((start - u64(first)))
  let high: edge = edge((end - u64(last)))
  let rows_end: u32 = min((last + 1u32), @node_count)
  for base: u32 = first to rows_end by @local_size {
    let row: u32 = (base + @local_id)
    let on: bool = (row < rows_end)
    let from: edge = @in_offsets[min(row, @node_count)]
    let from_here: edge = max(min(from, high), low)
    let count: u32 = u32((max(min(@in_offsets[min((row + 1u32), @node_count)], high), low) - from_here))
    let visits: bool = false
    if on {
      let v_2: node = node(row)
      if (limit[v_2] > 1u32) {
        set visits = true
      }
    }
    if not(visits) {
      set count = 0u32
    }
    scan before: u32, total: u32 = count
    %start_of[@local_id] = before
    %edge_of[@local_id] = (from_here - edge(before))
    %least_of[@local_id] = 4294967295u32
    barrier workgroup
    let front: u32 = @search(%start_of, 0u32)
    if (select(((front + 1u32) < @local_size), %start_of[min((front + 1u32), (@local_size - 1u32))], total) >= total) {
      let owner: u32 = 0u32
      let shift: edge = 0edge
      let v_3: node = 0node
      let most_3: u32 = 0u32
      let least_3: u32 = 4294967295u32
      if (@local_id < total) {
        set owner = front
        set shift = %edge_of[owner]
        set v_3 = node((base + owner))
        set most_3 = limit[v_3]
        for p: u32 = @local_id to total by @local_size {
          let e_2: edge = (shift + edge(p))
          if (level[@in_sources[e_2]] >= most_3) {
            set least_3 = min(least_3, (level[@in_sources[e_2]] + most_3))
          }
        }
      }
      collective all: u32 = min workgroup, least_3
      if (@local_id == 0u32) {
        %least_of[front] = all
      }
    } else {
      let length: u32 = (total - 0u32)
      let each_2: u32 = (((length + @local_size) - 1u32) / @local_size)
      let from_edge: u32 = (0u32 + min((@local_id * each_2), length))
      let to_edge: u32 = min((from_edge + each_2), total)
      let owner_2: u32 = 0u32
      let until_2: u32 = 0u32
      let shift_2: edge = 0edge
      let v_4: node = 0node
      let most_4: u32 = 0u32
      let least_4: u32 = 4294967295u32
      let first_row: u32 = @local_size
      let first_2: u32 = 4294967295u32
      if (from_edge < to_edge) {
        set owner_2 = @search(%start_of, from_edge)
        set shift_2 = %edge_of[owner_2]
        set v_4 = node((base + owner_2))
        set most_4 = limit[v_4]
        set until_2 = select(((owner_2 + 1u32) < @local_size), %start_of[min((owner_2 + 1u32), (@local_size - 1u32))], total)
        set first_row = owner_2
        for p_2: u32 = from_edge to to_edge by 1u32 {
          if (p_2 >= until_2) {
            if (owner_2 == first_row) {
              set first_2 = least_4
            } else {
              %least_of[owner_2] = least_4
            }
            while (p_2 >= until_2) {
              set owner_2 = (owner_2 + 1u32)
              set until_2 = select(((owner_2 + 1u32) < @local_size), %start_of[min((owner_2 + 1u32), (@local_size - 1u32))], total)
            }
            set least_4 = 4294967295u32
            set shift_2 = %edge_of[owner_2]
            set v_4 = node((base + owner_2))
            set most_4 = limit[v_4]
          }
          let e_3: edge = (shift_2 + edge(p_2))
          if (level[@in_sources[e_3]] >= most_4) {
            set least_4 = min(least_4, (level[@in_sources[e_3]] + most_4))
          }
        }
        if (owner_2 == first_row) {
          set first_2 = least_4
        } else {
          %least_of[owner_2] = least_4
        }
      }
      %row_of[@local_id] = first_row
      %least_first[@local_id] = first_2
      barrier workgroup
      if ((first_row < @local_size) && not(((@local_id != 0u32) && (%row_of[(max(@local_id, 1u32) - 1u32)] == first_row)))) {
        let sum_of_row: u32 = %least_of[first_row]
        let item: u32 = @local_id
        while ((item < @local_size) && (%row_of[min(item, (@local_size - 1u32))] == first_row)) {
          set sum_of_row = min(sum_of_row, %least_first[item])
          set item = (item + 1u32)
        }
        %least_of[first_row] = sum_of_row
      }
    }
    barrier workgroup
    if on {
      let v_5: node = node(row)
      if (limit[v_5] > 1u32) {
        let least_5: u32 = 4294967295u32
        if ((row < last) && (from >= low)) {
          set least_5 = min(least_5, %least_of[@local_id])
          level2[v_5] = least_5
        } else {
          if (count != 0u32) {
            if (%least_of[@local_id] != 4294967295u32) {
              atomic min k_least~[v_5], %least_of[@local_id]
            }
          }
          if (row < last) {
            push k_split v_5
          }
        }
      }
    }
  }
}

kernel k_ends() over worklist k_split {
  for i: u32 = @global_id to @size(k_split) by @global_size {
    let v: node = @item(k_split, i)
    if (limit[v] > 1u32) {
      let least: u32 = 4294967295u32
      set least = min(least, k_least[v])
      k_least[v] = 4294967295u32
      level2[v] = least
    }
  }
}

main {
  launch fill()
  launch k()
  launch k_ends()
}
remark: sharing applied in k: each workgroup gets an equal share of the nodes and edges

// Visits without sums.
#case
#opts merge
kernel k() {
    forall u in nodes {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level2, far);
        }
    }
}
main {
    fill();
    k();
}
#becomes
kernel k() shared start_of: u32[item] over nodes {
  let groups: u32 = (@global_size / @local_size)
  let items: u64 = (u64(@node_count) + u64(@edge_count))
  let each: u64 = (((items + u64(groups)) - 1u64) / u64(groups))
  let start: u64 = min(items, (u64((@group_start / @local_size)) * each))
  let end: u64 = min(items, (start + each))
  let first: u32 = 0u32
  let rest: u32 = @node_count
  let last: u32 = 0u32
  let rest_2: u32 = @node_count
  while ((rest | rest_2) != 0u32) {
    let step: u32 = ((rest / (@local_size + 1u32)) + 1u32)
    let tests: u32 = (rest / step)
    let tested: u32 = (first + (min((@local_id + 1u32), tests) * step))
    let step_2: u32 = ((rest_2 / (@local_size + 1u32)) + 1u32)
    let tests_2: u32 = (rest_2 / step_2)
    let tested_2: u32 = (last + (min((@local_id + 1u32), tests_2) * step_2))
    collective passed: u32 = add workgroup, (select(((@local_id < tests) && ((u64(@out_offsets[tested]) + u64(tested)) <= start)), 1u32, 0u32) + select(((@local_id < tests_2) && ((u64(@out_offsets[tested_2]) + u64(tested_2)) <= end)), 65536u32, 0u32))
    let skipped: u32 = ((passed & 65535u32) * step)
    set first = (first + skipped)
    set rest = min((step - 1u32), (rest - skipped))
    let skipped_2: u32 = ((passed >> 16u32) * step_2)
    set last = (last + skipped_2)
    set rest_2 = min((step_2 - 1u32), (rest_2 - skipped_2))
  }
  let low: edge = edge((start - u64(first)))
  let high: edge = edge((end - u64(last)))
  let rows_end: u32 = min((last + 1u32), @node_count)
  for base: u32 = first to rows_end by @local_size {
    let row: u32 = (base + @local_id)
    let from: edge = @out_offsets[min(row, @node_count)]
    let from_here: edge = max(min(from, high), low)
    let edge_of: edge = max(min(@out_offsets[base], high), low)
    let total: u32 = u32((max(min(@out_offsets[min((base + @local_size), @node_count)], high), low) - edge_of))
    %start_of[@local_id] = u32((from_here - edge_of))
    barrier workgroup
    let owner: u32 = 0u32
    let until: u32 = 0u32
    let u_2: node = 0node
    let far_2: u32 = 0u32
    for p: u32 = @local_id to total by @local_size {
      if (p >= until) {
        set owner = @search(%start_of, p)
        set u_2 = node((base + owner))
        set far_2 = (level[u_2] + 1u32)
        set until = select(((owner + 1u32) < @local_size), %start_of[min((owner + 1u32), (@local_size - 1u32))], total)
      }
      let e_2: edge = (edge_of + edge(p))
      atomic add level2~[@targets[e_2]], far_2
    }
    barrier workgroup
  }
}
remark: sharing applied in k: each workgroup gets an equal share of the nodes and edges

#case
#opts merge
kernel k() {
    forall u in nodes where u.limit != 2 {
        forall e in u.out {
            atomic_add(e.dst.level2, 1);
            total += 1;
        }
        atomic_add(u.level2, 1000);
    }
}
main {
    fill();
    k();
}
#becomes
worklist k_split

kernel k() shared start_of: u32[item] shared edge_of: edge[item] over nodes {
  let groups: u32 = (@global_size / @local_size)
  let items: u64 = (u64(@node_count) + u64(@edge_count))
  let each: u64 = (((items + u64(groups)) - 1u64) / u64(groups))
  let start: u64 = min(items, (u64((@group_start / @local_size)) * each))
  let end: u64 = min(items, (start + each))
  let first: u32 = 0u32
  let rest: u32 = @node_count
  let last: u32 = 0u32
  let rest_2: u32 = @node_count
  while ((rest | rest_2) != 0u32) {
    let step: u32 = ((rest / (@local_size + 1u32)) + 1u32)
    let tests: u32 = (rest / step)
    let tested: u32 = (first + (min((@local_id + 1u32), tests) * step))
    let step_2: u32 = ((rest_2 / (@local_size + 1u32)) + 1u32)
    let tests_2: u32 = (rest_2 / step_2)
    let tested_2: u32 = (last + (min((@local_id + 1u32), tests_2) * step_2))
    collective passed: u32 = add workgroup, (select(((@local_id < tests) && ((u64(@out_offsets[tested]) + u64(tested)) <= start)), 1u32, 0u32) + select(((@local_id < tests_2) && ((u64(@out_offsets[tested_2]) + u64(tested_2)) <= end)), 65536u32, 0u32))
    let skipped: u32 = ((passed & 65535u32) * step)
    set first = (first + skipped)
    set rest = min((step - 1u32), (rest - skipped))
    let skipped_2: u32 = ((passed >> 16u32) * step_2)
    set last = (last + skipped_2)
    set rest_2 = min((step_2 - 1u32), (rest_2 - skipped_2))
  }
  let low: edge = edge((start - u64(first)))
  let high: edge = edge((end - u64(last)))
  let rows_end: u32 = min((last + 1u32), @node_count)
  for base: u32 = first to rows_end by @local_size {
    let row: u32 = (base + @local_id)
    let on: bool = (row < rows_end)
    let from: edge = @out_offsets[min(row, @node_count)]
    let from_here: edge = max(min(from, high), low)
    let count: u32 = u32((max(min(@out_offsets[min((row + 1u32), @node_count)], high), low) - from_here))
    let visits: bool = false
    if on {
      let u_2: node = node(row)
      if (limit[u_2] != 2u32) {
        set visits = true
      }
    }
    if not(visits) {
      set count = 0u32
    }
    scan before: u32, total: u32 = count
    %start_of[@local_id] = before
    %edge_of[@local_id] = (from_here - edge(before))
    barrier workgroup
    let owner: u32 = 0u32
    let until: u32 = 0u32
    let shift: edge = 0edge
    for p: u32 = @local_id to total by @local_size {
      if (p >= until) {
        set owner = @search(%start_of, p)
        set shift = %edge_of[owner]
        set until = select(((owner + 1u32) < @local_size), %start_of[min((owner + 1u32), (@local_size - 1u32))], total)
      }
      let e_2: edge = (shift + edge(p))
      atomic add level2~[@targets[e_2]], 1u32
      atomic add total~[0u32], 1u32
    }
    barrier workgroup
    if on {
      let u_3: node = node(row)
      if (limit[u_3] != 2u32) {
        if ((row < last) && (from >= low)) {
          atomic add level2~[u_3], 1000u32
        } else {
          if (row < last) {
            push k_split u_3
          }
        }
      }
    }
  }
}

kernel k_ends() over worklist k_split {
  for i: u32 = @global_id to @size(k_split) by @global_size {
    let u: node = @item(k_split, i)
    if (limit[u] != 2u32) {
      atomic add level2~[u], 1000u32
    }
  }
}

main {
  launch fill()
  launch k()
  launch k_ends()
}
remark: sharing applied in k: each workgroup gets an equal share of the nodes and edges

// Without edge maps, or with virtual warps instead, the pass changes nothing.
#case
#opts merge
kernel k() {
    forall u in nodes {
        for e in u.out {
            e.dst.level2 = 1;
        }
    }
}
main {
    k();
}
#stays
remark: sharing not applied in k: a `for` or `while` runs in order

#case
#opts merge
kernel k() {
    forall e in edges {
        e.dst.level2 = 1;
    }
}
main {
    k();
}
#stays
remark: sharing not applied in k: the kernel is not a loop over nodes

#case
#opts vwarp2
kernel k() {
    forall v in nodes {
        let sum = 7u32;
        forall e in v.in {
            sum += e.src.level;
        }
        v.level2 = sum;
    }
}
main {
    fill();
    k();
    k();
}
#stays
the pass does not run
remark: sharing applied in k: 2 work-items share the edges of a node, for nodes that a first kernel selects

// Hidden state and hidden kernels have names that the program does not use.

#test stage orders
#show array worklist names

#case
#opts mask
#opts bitmap
#opts list
#opts pull
node visit_selected: u32 = 0;
worklist visit_selected_2;
node visit_select: u32 = 0;
node level: u32 = MAX;
output visit_selected;
kernel visit() {
    forall u in nodes where u.level == 0 {
        forall e in u.out {
            e.dst.level = 0;
            push visit_selected_2 e.dst;
        }
    }
}
kernel visit_selected_3() {
    forall v in visit_selected_2 {
        v.visit_selected = v.visit_select;
    }
}
main {
    visit();
    visit_selected_3();
}
#becomes
with mask
array visit_selected_4: u32[nodes] = 0u32
kernels: visit, visit_selected_3, visit_select_2
remark: frontier applied in visit: a first kernel keeps the selected nodes as a number for each node
with bitmap
array visit_selected_4: u32[one][((@node_count + 31u32) >> 5u32)] = 0u32
kernels: visit, visit_selected_3, visit_select_2
remark: frontier applied in visit: a first kernel keeps the selected nodes as a bit for each node
with list
worklist visit_selected_4
kernels: visit, visit_selected_3, visit_select_2
remark: frontier applied in visit: a first kernel pushes the selected nodes to a worklist
with pull
array visit_selected_4: u32[nodes] = 0u32
kernels: visit, visit_selected_3, visit_select_2
remark: order applied in visit: each destination visits its incoming edges, for nodes that a first kernel selects

// The result does not depend on the number and size of workgroups. Nodes of the last graph have 300, 60, 32, 31 and few edges.

#test agree
#opts classes
#opts pull,classes,fg8
#opts classes,coop-cv,wg,sg,hubs
#graph 0:
#graph 9: 1>2
#graph 115: 3-9..109*3 4-9..69 5-9..41 6-9..40 7-9..41 8-9..40
#launch 1 1 1
#launch 3 8 2
#launch 1 64 32
#launch 2 128 32
#launch 9 6 4
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

#case
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
#agrees

#case
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
#agrees

#case
kernel k() {
    forall v in nodes {
        let sum = 0i64;
        let bits = 0u32;
        let any = false;
        forall e in v.out {
            sum += e.dst.level as i64;
            bits ^= e.dst.level;
            any |= e.dst.level == 3;
        }
        v.level2 = (sum as u32) * 2 + bits + (any as u32);
    }
}
main {
    fill();
    k();
}
#agrees

#case
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
#agrees

#case
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
#agrees

#case
kernel k() {
    forall u in nodes where u.level2 < 1000 {
        forall e in u.out {
            atomic_add(e.dst.level2, 1);
        }
    }
}
main {
    fill();
    k();
}
#agrees

#case
kernel k() {
    forall u in w {
        let far = u.level + 1;
        forall e in u.out {
            atomic_add(e.dst.level2, far);
        }
    }
}
kernel begin() {
    forall u in nodes where (u as u32) % 3 == 0 {
        push u;
        push u;
    }
}
main {
    fill();
    begin();
    k();
}
#agrees

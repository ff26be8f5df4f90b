// The result is that without the flag, for graphs with fewer and with more nodes than a workgroup copies.

#test agree
#opts hubs
#opts hubs,wg,fg8
#opts merge,hubs
#opts pull,hubs,narrow
#graph 0:
#graph random 30 200 1
#graph random 90 300 2
#launch 1 1
#launch 3 4
#launch 2 64
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
